import { readFileSync } from 'node:fs';

// Usage: node .github/releaseNotes.mjs v0.2.0
// Prints the changelog's section of a version. Fails if the tag is not the version in package.json.

/**
 * The text below the heading of a version; undefined if the changelog has no such heading, or nothing below it.
 * @param {string} changelog
 * @param {string} version such as 0.2.0
 * @returns {string | undefined}
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split('\n', 1)[0]?.trim() === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes === '' ? undefined : notes;
}

const [, script, tag] = process.argv;
if (script?.endsWith('releaseNotes.mjs')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not v${version}, the version in package.json.`);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  console.log(notes);
}

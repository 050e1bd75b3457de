import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The copyright holders of packages that come without the text of their license. */
const HOLDERS = new Map([
  ['@viz-js/viz', 'Copyright (c) 2023 Michael Daines'],
  ['@microsoft/fast-element', 'Copyright (c) Microsoft Corporation. All rights reserved.'],
  ['@microsoft/fast-foundation', 'Copyright (c) Microsoft Corporation. All rights reserved.'],
  ['@microsoft/fast-web-utilities', 'Copyright (c) Microsoft Corporation. All rights reserved.'],
]);

/** Software compiled into a package, by the names of its sources; the package's own list has their versions. */
const COMPILED = {
  package: '@viz-js/viz',
  parts: [
    { name: 'Graphviz', source: /\/graphviz-([\d.]+)\.tar/, license: 'EPL-1.0', holder: 'Copyright (c) AT&T and others', where: 'https://graphviz.org' },
    { name: 'Expat', source: /\/expat-([\d.]+)\.tar/, license: 'MIT', holder: 'Copyright (c) 1998-2000 Thai Open Source Software Center Ltd and Clark Cooper\nCopyright (c) 2001-2025 Expat maintainers', where: 'https://libexpat.github.io' },
    { name: 'Emscripten', source: /\/emsdk@([\d.]+)/, license: 'MIT', holder: 'Copyright (c) 2010-2014 Emscripten authors', where: 'https://emscripten.org' },
  ],
};

/** The folders of the bundled packages, from esbuild's metadata. There may be several versions of one package. */
function packagesIn(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** The licenses of all bundled software. Throws if the text of a license is not known. */
export async function noticesOf(root, metafiles) {
  const folders = packagesIn(metafiles);
  const sections = await Promise.all(folders.map((folder) => packageNotice(path.join(root, folder))));
  if (folders.includes(`node_modules/${COMPILED.package}`)) sections.push(...(await compiledNotices(root)));
  const head = 'Linecost contains the following third-party software.\n';
  return [head, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

async function packageNotice(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice|copyright)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  if (texts.length === 0) texts.push(await knownText(license, HOLDERS.get(name), name));
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}

async function compiledNotices(root) {
  const list = await readFile(path.join(root, 'node_modules', COMPILED.package, 'lib', 'provenance.json'), 'utf8');
  return Promise.all(COMPILED.parts.map(async ({ name, source, license, holder, where }) => {
    const version = source.exec(list)?.[1];
    if (!version) throw new Error(`${COMPILED.package} does not say which version of ${name} is in it.`);
    const origin = `Compiled into ${COMPILED.package}. Its source is at ${where}.`;
    return `${name} ${version} (${license})\n\n${origin}\n\n${await knownText(license, holder, name)}\n`;
  }));
}

async function knownText(license, holder, name) {
  if (!holder || !/^[\w.-]+$/.test(license ?? '')) throw new Error(`The license of ${name} has no text: see media/notices.`);
  const text = await readFile(new URL(`${license}.txt`, import.meta.url), 'utf8');
  return `${holder}\n\n${text.trim()}`;
}

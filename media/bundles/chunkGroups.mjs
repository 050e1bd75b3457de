import path from 'node:path';

/** Bytes that Node compiles in the time in which it finds and opens one more file. */
const BYTES_PER_FILE = 12_000;

/**
 * The files of esbuild's output that are joined to one, by their names: first the entry point with all that it needs at
 * once, then each `import()`, and groups of the files that these share. Shared files are joined as long as that makes
 * the `import()`s faster on average. The time of each is that of its bytes and of its files, as a part of the time of
 * its own bytes.
 *
 * @param {import('esbuild').Metafile} metafile of a build with one entry point
 * @returns {string[][]}
 */
export function groupsOf({ outputs }) {
  const files = new Map(Object.entries(outputs).map(([file, { bytes, entryPoint, imports }]) => {
    const needed = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    return [path.basename(file), { bytes, entryPoint, needed: needed.map((each) => path.basename(each.path)) }];
  }));
  const allNeeded = (name, found = new Set()) => {
    if (!found.has(name)) {
      found.add(name);
      files.get(name).needed.forEach((each) => allNeeded(each, found));
    }
    return found;
  };
  const allImports = Object.values(outputs).flatMap(({ imports }) => imports);
  const dynamic = allImports.filter(({ kind }) => kind === 'dynamic-import');
  const imported = new Set(dynamic.map((each) => path.basename(each.path)));
  const [entry] = [...files.keys()].filter((name) => files.get(name).entryPoint && !imported.has(name));
  const first = allNeeded(entry);
  const later = [...files.keys()].filter((name) => !first.has(name));
  const entries = later.filter((name) => files.get(name).entryPoint);
  const users = entries.map((name) => {
    const needed = [...allNeeded(name)].filter((each) => !first.has(each));
    return { needed: new Set(needed), bytes: needed.reduce((sum, each) => sum + files.get(each).bytes, 0) };
  });
  const shared = later.filter((name) => !entries.includes(name)).map((name) => ({
    names: [name],
    bytes: files.get(name).bytes,
    users: new Set(users.filter(({ needed }) => needed.has(name))),
  }));
  return [[...first], ...entries.map((name) => [name]), ...joinedWhileFaster(shared, files).map(({ names }) => names)];
}

/** @param groups `users`: the `import()`s that load the group */
function joinedWhileFaster(groups, files) {
  const cost = (bytes, users) => [...users].reduce((sum, user) => sum + (BYTES_PER_FILE + bytes) / user.bytes, 0);
  for (;;) {
    const needed = new Map(groups.map((group) => [group, neededBy(group, groups, files)]));
    const pairs = groups.flatMap((a, i) => groups.slice(i + 1).map((b) => {
      const users = new Set([...a.users, ...b.users]);
      const both = { names: [...a.names, ...b.names], bytes: a.bytes + b.bytes, users };
      // An `import()` that loads one of the two then also loads what the other needs.
      const others = [...needed.get(a), ...needed.get(b)].filter((group) => group !== a && group !== b);
      const added = [...new Set(others)].map((group) => {
        return cost(group.bytes, [...users].filter((user) => !group.users.has(user)));
      });
      const gain = cost(a.bytes, a.users) + cost(b.bytes, b.users) - cost(both.bytes, users);
      return { a, b, both, others, gain: added.reduce((rest, each) => rest - each, gain) };
    }));
    const needs = (group, { a, b }) => needed.get(group).has(a) || needed.get(group).has(b);
    const isCircle = (pair) => pair.others.some((group) => needs(group, pair));
    const [best] = pairs.filter((pair) => pair.gain > 0 && !isCircle(pair)).sort((x, y) => y.gain - x.gain);
    if (!best) return groups;
    for (const group of best.others) group.users = new Set([...group.users, ...best.both.users]);
    groups = [...groups.filter((group) => group !== best.a && group !== best.b), best.both];
  }
}

/** The groups that a group imports, and all that these import. */
function neededBy(group, groups, files, found = new Set()) {
  const names = new Set(group.names.flatMap((name) => files.get(name).needed));
  for (const other of groups) {
    if (other === group || found.has(other) || !other.names.some((name) => names.has(name))) continue;
    found.add(other);
    neededBy(other, groups, files, found);
  }
  return found;
}

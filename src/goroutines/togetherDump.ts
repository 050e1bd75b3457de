import type { LabelCount } from './answers';
import { addLabels, Dump } from './dump';

/** Ids are left out: those of other moments may be the same. */
export function together(dumps: readonly Dump[]): Dump {
  const all = new Dump(dumps.some(({ kind }) => kind === 'counts') ? 'counts' : 'stacks', '');
  for (const dump of dumps) {
    for (const group of dump.groups.values()) {
      const added = all.group(group.key, group.stack, group.state);
      all.add(added, group);
      added.isCrash ||= group.isCrash;
      if (group.count > 0) for (const [text, count] of group.labels) addLabels(added, text, count);
    }
  }
  return all;
}

/** The messages of the goroutines that crashed, and who leaked those that are leaked, by the key of their group. */
export function titlesOf(dumps: readonly Dump[]): Map<number, string> {
  const titles = new Map<number, string>();
  for (const { message, groups, leakedBy } of dumps) {
    if (message === '') continue;
    for (const { key, isCrash } of groups.values()) {
      const known = titles.get(key);
      if (leakedBy !== undefined && known !== undefined) titles.set(key, `${known}, ${leakedBy}`);
      else if ((isCrash || leakedBy !== undefined) && known === undefined) titles.set(key, firstLine(message));
    }
  }
  return titles;
}

/** The goroutines of each group by service, the most first; none if the dumps are not of services. */
export function servicesOf(dumps: readonly Dump[]): Map<number, LabelCount[]> {
  const services = new Map<number, LabelCount[]>();
  for (const { text: { service: text }, groups } of dumps) {
    if (text === undefined) continue;
    for (const { key, count } of groups.values()) {
      if (count > 0) services.set(key, [...(services.get(key) ?? []), { text, count }]);
    }
  }
  for (const counts of services.values()) counts.sort((a, b) => b.count - a.count);
  return services;
}

export function firstLine(message: string): string {
  return message.split('\n', 1)[0];
}

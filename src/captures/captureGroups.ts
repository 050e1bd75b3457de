import { posix, win32 } from 'node:path';
import type { CaptureRecord } from './disk/captureStore';
import { baseOf } from './loaded/latestResults';
import { uniqueTail } from '../ui/fileNames';

/** Begins the subject of a watch, after which is the id of its service. */
const WATCH = 'watch ';

/** What was measured if a service was watched: it is compared with other moments, not with the service's profiles. */
export const watchSubject = (service: string): string => `${WATCH}${service}`;

/** The captures of one benchmark, test or endpoint. */
export interface CaptureGroup {
  readonly key: string;
  /** `BenchmarkJoin`, `localhost:6060 heap`. */
  readonly title: string;
  /**
   * The shortest end of the package path, or of the folder if another module has the same name, that is unique among
   * groups with the same title; `watched` of a service whose profiles are another group; unset for a unique title.
   */
  readonly place?: string;
  /** Newest first. */
  readonly records: readonly CaptureRecord[];
}

/** Groups captures, newest first, by what was measured. The groups are in the same order. */
export function captureGroups(records: readonly CaptureRecord[]): CaptureGroup[] {
  const groups = new Map<string, CaptureRecord[]>();
  for (const record of records) groups.set(keyOf(record), [...(groups.get(keyOf(record)) ?? []), record]);
  const named = [...groups].map(([key, members]) => ({ key, title: titleOf(members), records: members }));
  return named.map((group) => {
    const others = named.filter((each) => each.title === group.title && each.key !== group.key);
    return { ...group, place: placeOf(group.records[0], others.map(({ records: [newest] }) => newest)) };
  });
}

/** The places of those captures whose group has one, by id. */
export function placesOf(records: readonly CaptureRecord[]): ReadonlyMap<string, string> {
  const placed = captureGroups(records).filter(({ place }) => place !== undefined);
  return new Map(placed.flatMap(({ place = '', records: members }) => members.map(({ id }) => [id, place] as const)));
}

/** The place of a capture beside others with the same title. Two modules may have the same name. */
function placeOf(record: CaptureRecord, others: readonly CaptureRecord[]): string | undefined {
  if (others.length === 0) return undefined;
  if (record.subject?.startsWith(WATCH)) return 'watched';
  const isNamesake = (other: CaptureRecord): boolean => packageOf(other) === packageOf(record);
  const nameOf = others.some(isNamesake) ? fileFolderOf : packageOf;
  return uniqueTail(nameOf(record), others.map(nameOf));
}

function fileFolderOf({ target, program }: CaptureRecord): string {
  const { file = '' } = target ?? program ?? {};
  return file === '' ? '' : folderOf(file);
}

/** The parts of a capture's name that its group lacks: the case if only one was measured, the instance of
 * one that was compared with others, and a name from the user. */
export function ownNames(
  { title, target, program, service, fleet }: CaptureRecord,
  group: Pick<CaptureGroup, 'title'>,
): { readonly caseName?: string; readonly userName?: string } {
  if (fleet) return title.startsWith(`${group.title} · `) ? { caseName: title.slice(group.title.length + 3) } : { userName: title };
  const measured = target && !title.startsWith(`${target.name}/`) ? target.name : title;
  const instance = service?.partOf === undefined ? undefined : service.instances[0].name;
  // As compareInstances names it.
  if (instance !== undefined && title === `${service!.name} ${instance}`) return { caseName: instance };
  const base = target && baseOf(target.name);
  const caseName = base !== undefined && measured !== base ? measured.slice(base.length + 1) : undefined;
  const { name: ownName } = program ?? service ?? {};
  const isUserName = ownName !== undefined ? title !== ownName : title !== measured && title !== group.title;
  return { caseName, userName: isUserName ? title : undefined };
}

/** The benchmark of a capture, or its case if only that was measured. */
export function measuredName({ subject, target }: Pick<CaptureRecord, 'subject' | 'target'>): string {
  const { file, name } = target!;
  return subject?.startsWith(`${file}#`) ? subject.slice(file.length + 1) : name;
}

/** The case, if the capture measured a single one; its title may be another. */
export function measuredCase(record: Pick<CaptureRecord, 'subject' | 'target'>): string | undefined {
  const name = measuredName(record);
  return name === baseOf(name) ? undefined : name.slice(baseOf(name).length + 1);
}

function keyOf({ target, subject, title }: CaptureRecord): string {
  return target ? `${folderOf(target.file)}#${baseOf(target.name)}` : (subject ?? title);
}

function titleOf([newest]: readonly CaptureRecord[]): string {
  const { target, program, service, fleet, subject, title } = newest;
  if (target) return baseOf(target.name);
  // On Windows, a path is a URL.
  if (program) return program.name;
  if (service) return service.name;
  if (fleet) return fleet.asked.service === undefined ? fleet.name : `${fleet.asked.service} in ${fleet.name}`;
  const url = subject !== undefined && URL.canParse(subject) ? new URL(subject) : undefined;
  // The difference between two moments has a name that its address does not have.
  return url && url.search === '' ? `${url.host} ${posix.basename(url.pathname)}` : title;
}

/** `example.com/app/lib`, or the folder if the module is unknown. */
function packageOf(record: CaptureRecord): string {
  const { module } = record;
  const folder = fileFolderOf(record);
  if (folder === '' || !module || !folder.startsWith(module.moduleDir)) return folder;
  return module.modulePath + folder.slice(module.moduleDir.length).replaceAll('\\', '/');
}

function folderOf(file: string): string {
  return (file.includes('\\') ? win32 : posix).dirname(file);
}

import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Captured } from '../../captures/captureDraft';
import { watchSubject } from '../../captures/captureGroups';
import type { StoredGrowth } from '../../captures/disk/captureStore';
import { growthText } from '../../captures/growthText';
import type { Capture } from '../../captures/loadedCapture';
import { hasStatus } from '../../http/httpFailure';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { type Clock, watchInstances } from '../../live/watch/watchLoop';
import { ignored } from '../../profile/common/ignored';
import { inBackground } from '../../ui/inBackground';
import { requireTrust } from '../../ui/preconditionError';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { wholeNumber } from '../../ui/settings/wholeNumber';
import { showInformationMessage } from '../../ui/window';
import { reportFailure } from '../../ui/failureMessage';
import type { CommandParts } from '../commandParts';
import { LocalProcesses } from './localProcesses';
import { ReachedMoments } from './reachedMoments';
import { WatchedService } from './watchedService';
import type { Watches } from './watches';

export interface WatchParts extends Pick<CommandParts, 'targets' | 'captures' | 'engine' | 'session' | 'sources' | 'panel' | 'output'> {
  readonly watches: Watches;
}

/** Of the setting: seconds from one moment to the next. */
const INTERVAL = { usual: 30, least: 5, most: 3600 };

const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (millis, signal) => sleep(millis, undefined, { signal }),
};

/**
 * Watches a service: takes a small set of profiles now and then, and shows them as one capture that grows. Resolves
 * when the user stops it. Throws an Error for the user, also if the service wants other credentials; what was taken
 * before stays.
 */
export async function watchService(target: ServiceTarget, parts: WatchParts): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const { watches } = parts;
  const running = watches.find(target.id);
  if (running) return parts.panel.show();
  const controller = new AbortController();
  let service: WatchedService | undefined;
  let growing = 0;
  const remove = watches.add({
    id: target.id,
    name: target.name,
    startedAt: Date.now(),
    get count() { return service?.count ?? 0; },
    get isAnswering() { return service?.isAnswering ?? true; },
    get growing() { return growing; },
    stop: () => controller.abort(),
  });
  const pace = { everySeconds: interval(), cpuSeconds: 1, ...target.watch, maxUnpackedBytes: memoryLimit() };
  const told = new Set<StoredGrowth['kind']>();
  let failure: unknown;
  let reached: ReachedMoments | undefined;
  try {
    const instances = await parts.targets.instances(target, controller.signal);
    const { takers } = (reached = new ReachedMoments(target, parts.targets, instances));
    await parts.captures.drafts.keep(async (inProgress) => {
      const beganAt = CLOCK.now();
      const processes = new LocalProcesses(instances);
      const { shownCapture, show } = firstShow(inProgress.id, parts);
      service = new WatchedService({
        name: target.name,
        engine: parts.engine,
        inProgress,
        figures: await parts.captures.programFigures(),
        known: knownOf(target),
        beganAt,
        clock: CLOCK,
        cpuSeconds: pace.cpuSeconds,
        processOf: (name, programs) => processes.of(name, programs),
        onMoment: () => {
          show();
          growing = service?.timeline.watch?.grows.length ?? 0;
          watches.update();
        },
        say: (text) => inBackground(showInformationMessage(text)),
        onGrowth: (growths) => {
          for (const growth of growths) {
            if (told.has(growth.kind)) continue;
            told.add(growth.kind);
            inBackground(tellGrowth(target.name, growth, shownCapture(), parts));
          }
        },
      });
      const watching = watchInstances(takers, pace, service, { clock: CLOCK, signal: controller.signal });
      await watching.catch((error: unknown) => (failure = error));
      await service.end();
      return service.count > 0 ? service.known : undefined;
    });
    await service!.afterStored();
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  } finally {
    reached?.dispose();
    service?.close();
    remove();
  }
  if (failure !== undefined) await tellFailure(failure, target, parts);
}

function interval(): number {
  const value = vscode.workspace.getConfiguration('linecost.watch').get<unknown>('interval');
  return wholeNumber(value, INTERVAL.least, INTERVAL.most) ?? INTERVAL.usual;
}

/** A watch has a subject of its own: what was measured in moments is compared with other moments. */
function knownOf({ id, name }: ServiceTarget): Captured {
  return { title: name, subject: watchSubject(id), results: [], sources: new Map() };
}

/** Opens the page with the first moment, and keeps the texts of the files that it names. */
function firstShow(id: string, { session, sources, panel }: WatchParts) {
  let isShown = false;
  const shownCapture = (): Capture | undefined => {
    const capture = session.active?.capture;
    return capture?.id === id ? capture : undefined;
  };
  const show = (): void => {
    const capture = shownCapture();
    if (isShown || !capture) return;
    isShown = true;
    panel.show();
    inBackground(sources.snapshot(capture).catch(ignored('later edits of sources are not known')));
  };
  return { shownCapture, show };
}

async function tellGrowth(
  name: string,
  growth: StoredGrowth,
  capture: Capture | undefined,
  { sources }: WatchParts,
): Promise<void> {
  const go = 'Go to Line';
  const chosen = await showInformationMessage(`${name}: ${growthText(growth)}.`, ...(capture ? [go] : []));
  if (chosen === go && capture) await sources.openNamed(capture, growth);
}

async function tellFailure(error: unknown, target: ServiceTarget, parts: WatchParts): Promise<void> {
  const needsUser = hasStatus(error, 401) || hasStatus(error, 403);
  await reportFailure(error, parts.output, needsUser ? { 'Watch Again': () => watchService(target, parts) } : {});
}

/** Asks whether to go on with the services that were watched when the window closed. */
export async function offerToGoOn(parts: WatchParts): Promise<void> {
  const targets = parts.watches.takeInterrupted().flatMap((id) => parts.targets.find(id) ?? []);
  if (targets.length === 0) return;
  const names = targets.map(({ name }) => name).join(', ');
  const again = 'Watch Again';
  const chosen = await showInformationMessage(`Linecost watched ${names} until the window closed. What was taken is in the Profiles view.`, again);
  if (chosen === again) await Promise.all(targets.map((target) => watchService(target, parts)));
}

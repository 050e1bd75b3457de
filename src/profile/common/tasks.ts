import { suspended } from './guard';

/** Runs a task after the events that are waiting now, such as messages. */
export const queueTask: (task: () => void) => void = typeof setImmediate === 'function' ? setImmediate : channelTasks();

/** Lets the queued events run. Only inside a query. */
export function nextTurn(): Promise<void> {
  return suspended(() => new Promise(queueTask));
}

/** A timer that does not keep Node running. */
export function backgroundTimer(task: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: ReturnType<typeof setTimeout> | number = setTimeout(task, ms);
  if (typeof timer !== 'number') timer.unref();
  return timer;
}

/** Browsers have no setImmediate, and delay nested timers by 4 ms; messages are not delayed. */
function channelTasks(): (task: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  return (task) => {
    tasks.push(task);
    port2.postMessage(undefined);
  };
}

import { type Channel, open, type Port } from './channel';
import type { HostMessage, PageMessage } from './messages';
import { answerChecks } from './questions';
import { areSavedRefinements, isRefinement } from './refineState';
import { type Check, type Fields, isCount, isFlag, isNumber, isObject, isText, listOf, optional, recordOf, shape } from './shapes';

/** What the page shows instead of a malformed answer. */
const MALFORMED = 'Linecost answered with damaged data, which cannot be shown: this is a defect in Linecost.';

/**
 * Opens the page's end: sends PageMessages, passes every well-formed HostMessage to `receive`, and drops others. A
 * malformed answer fails its question, which would otherwise wait forever.
 */
export function pageChannel(port: Port, receive: (message: HostMessage) => void): Channel<PageMessage> {
  return open(port, isHostMessage, (message) => receive(withCheckedAnswer(message)));
}

function withCheckedAnswer(message: HostMessage): HostMessage {
  if (message.kind !== 'answer' || answerChecks[message.question](message.answer)) return message;
  const { question, profile, request } = message;
  return { kind: 'failed', question, profile, request, message: MALFORMED };
}

const sampleTypes = listOf(shape({ type: isText, unit: isText }));
const comparedTotal = shape({ name: isText, total: isNumber, scaledFrom: optional(isNumber), work: optional(isText) });

const profileShape = shape({
  id: isCount,
  captured: isCount,
  capture: isText,
  title: isText,
  sampleTypes,
  sampleType: isCount,
  totals: listOf(isNumber),
  samples: isText,
  durationNanos: isNumber,
  sums: optional(listOf(isNumber)),
  siblings: listOf(shape({ id: isCount, label: isText, sampleTypes })),
  startAt: optional(isText),
  operations: optional(isNumber),
  inPercent: optional(isFlag),
  comparison: optional(
    shape({
      now: comparedTotal,
      before: comparedTotal,
      unit: isText,
      result: optional(isText),
      isNoise: optional(isFlag),
      shares: optional((value) => value === 'shown' || value === 'offered'),
      process: optional(isText),
      remarks: optional(listOf(isText)),
      normalize: isFlag,
    }),
  ),
});

const state = shape({
  profile: optional((profile) => profileShape(profile) && hasSampleType(profile as Fields)),
  starts: optional(recordOf((start) => start === 'measured' || start === 'everything')),
  refine: optional(
    shape({
      refinement: isRefinement,
      unmatched: listOf(isText),
      history: recordOf(listOf(isText)),
      saved: areSavedRefinements,
    }),
  ),
  notice: optional(shape({ text: isText, action: optional(isText) })),
});

function hasSampleType({ sampleTypes: types, sampleType }: Fields): boolean {
  return (sampleType as number) < (types as readonly unknown[]).length;
}

const isQuestion: Check = (question) => isText(question) && Object.hasOwn(answerChecks, question);
const reply = shape({ question: isQuestion, profile: isCount, request: isCount });
const failure = shape({ message: isText, field: optional(isText) });
const isTextOrUnset = optional(isText);
const tabs: readonly unknown[] = ['flame', 'top', 'graph', 'peek'];

const kinds: { readonly [K in HostMessage['kind']]: (message: Fields) => boolean } = {
  state: (message) => state(message.state),
  answer: reply,
  failed: (message) => reply(message) && failure(message),
  exportSvg: () => true,
  showTab: ({ tab, focus, select }) => tabs.includes(tab) && isFlag(focus) && isTextOrUnset(select),
};

function isHostMessage(message: unknown): message is HostMessage {
  if (!isObject(message) || typeof message.kind !== 'string' || !Object.hasOwn(kinds, message.kind)) return false;
  return kinds[message.kind as HostMessage['kind']](message);
}

import * as vscode from 'vscode';
import { isObject } from '../../profile/common/shapes';
import { warn } from '../loggedMessage';
import type { Output } from '../output';

type Schemas = Readonly<Record<string, SettingSchema>>;

/** Its values are checked when it is used, which ends with an error. */
const CHECKED_LATER = 'linecost.profile.benchtime';

/** The problems that were last named for each setting; none for one that was corrected. */
const told = new Map<string, readonly string[]>();

/**
 * Names the settings that have a value that cannot be used, in any folder, in one message, because VS Code shows three
 * at a time. Its button opens them. Says the same only once.
 */
export function tellUnusableSettings(schemas: Schemas, output: Output): void {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [undefined];
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === CHECKED_LATER) continue;
    const found = folders.map((folder) => {
      return settingProblem(name, vscode.workspace.getConfiguration(undefined, folder).get<unknown>(name), schema);
    });
    const all = [...new Set(found.filter((text) => text !== undefined))];
    const before = told.get(name) ?? [];
    problems.push(...all.filter((text) => !before.includes(text)));
    told.set(name, all);
  }
  if (problems.length > 0) warn(problems.join(' '), output);
}

/** The parts of a setting's JSON schema in package.json that say which values Linecost can use. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  /** Of each item of a list. */
  readonly items?: SettingSchema;
  /** Of each value of an object. */
  readonly additionalProperties?: SettingSchema;
  readonly default?: unknown;
}

/** Limit in characters for a value in a message. */
const MAX_SHOWN = 60;

/**
 * Says which value of a setting cannot be used, what can, and what is used instead; undefined if all of it can:
 * `linecost.profile.count is -1, not a whole number from 1 to 1000: the default, 1, is used.`
 */
export function settingProblem(name: string, value: unknown, schema: SettingSchema): string | undefined {
  const typesOf = [schema.type ?? []].flat();
  if (value === null && typesOf.includes('null')) return undefined;
  if (Array.isArray(value) && typesOf.includes('array')) return listProblem(name, value, schema);
  if (isObject(value) && typesOf.includes('object')) return recordProblem(name, value, schema);
  return isUsable(value, schema) ? undefined : unusable(name, value, schema);
}

function listProblem(name: string, list: readonly unknown[], schema: SettingSchema): string | undefined {
  const { items = {}, minItems = 0 } = schema;
  const isWrong = (item: unknown): boolean => !isUsable(item, items);
  const wrong = list.filter(isWrong);
  if (list.length - wrong.length < minItems) return unusable(name, list, schema);
  return wrong.length === 0 ? undefined : `${name} has ${shown(wrong[0])}, not ${expected(items)}: it is left out.`;
}

function recordProblem(name: string, record: object, { additionalProperties = {} }: SettingSchema): string | undefined {
  // Numbers and booleans are converted to text.
  const wrong = Object.entries(record).find(([, value]) => typeof value === 'object' && value !== null);
  if (wrong === undefined) return undefined;
  return `${name} has ${wrong[0]} = ${shown(wrong[1])}, not ${expected(additionalProperties)}: it is left out.`;
}

function unusable(name: string, value: unknown, schema: SettingSchema): string {
  return `${name} is ${shown(value)}, not ${expected(schema)}: ${instead(value, schema)}.`;
}

function isUsable(value: unknown, schema: SettingSchema): boolean {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.enum !== undefined) return schema.enum.some((each) => each === value);
  return [schema.type ?? []].flat().some((type) => {
    switch (type) {
      case 'integer':
        return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
      case 'string':
      case 'boolean':
        return typeof value === type;
      default:
        return false;
    }
  });
}

/** What a value has to be: `a whole number from 1 to 1000`. */
function expected(schema: SettingSchema): string {
  const types = [schema.type ?? []].flat();
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  const names: Record<string, string> = {
    integer: `a whole number from ${schema.minimum}${schema.maximum === undefined ? ' on' : ` to ${schema.maximum}`}`,
    string: 'a text',
    boolean: 'true or false',
    object: 'an object with a text for each name',
    array: `a list of ${schema.items?.enum?.join(', ') ?? 'texts'}`,
    null: 'null',
  };
  return types.map((type) => names[type]).join(' or ');
}

function instead(value: unknown, { default: usual, maximum = Infinity }: SettingSchema): string {
  if (typeof value === 'number' && Number.isInteger(value) && value > maximum) return `the maximum, ${maximum}, is used`;
  const text = Array.isArray(usual) ? usual.join(', ') : typeof usual === 'object' ? '' : String(usual);
  return text === '' ? 'it counts as not set' : `the default, ${text}, is used`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

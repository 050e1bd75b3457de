export interface Served {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}
export function serve(options: {
  home: string;
  vsix?: string;
  extensions?: string;
  builtIn?: string;
  settings?: Readonly<Record<string, unknown>>;
  trust?: boolean;
  gallery?: boolean;
  port?: number;
  env?: NodeJS.ProcessEnv;
}): Promise<Served>;
export function installedExtension(): Promise<string>;
export function fewBuiltInExtensions(): Promise<string>;
export function settingsPath(home: string): string;
export function writeSettings(home: string, settings: Readonly<Record<string, unknown>>): Promise<void>;

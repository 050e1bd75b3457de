import { type Checks, isFlag, isText, listOf, oneOf, optional, recordOf, shape } from '../profile/common/shapes';

/** How a saved server is reached and knows the user, without secrets. */
export interface ServerAccess {
  /** Headers of each request that are not secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of headers whose values are secret. */
  readonly secretHeaders?: readonly string[];
  /** The password or token is secret. */
  readonly authorization?: { readonly kind: 'basic'; readonly user: string } | { readonly kind: 'bearer' };
  readonly tls?: ServerTls;
}

/** Absolute paths of PEM files, or paths in the workspace folder. */
export interface ServerTls {
  /** Authorities that are trusted instead of the system's. */
  readonly ca?: string;
  /** The certificate that Linecost shows. */
  readonly certificate?: string;
  /** Its private key; its passphrase is secret. */
  readonly key?: string;
  /** Whether the server's certificate is not checked. */
  readonly isUnchecked?: boolean;
  /** The name in the server's certificate, if it is not that of the address. */
  readonly serverName?: string;
}

/** The secrets of a saved server: in VS Code's secret storage. */
export interface ServerSecrets {
  /** The password or the bearer token. */
  readonly password?: string;
  /** Values of its secret headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the private key. */
  readonly passphrase?: string;
}

const isAuthorization = (value: unknown): value is NonNullable<ServerAccess['authorization']> => {
  return shape({ kind: oneOf('bearer') })(value) || shape({ kind: oneOf('basic'), user: isText })(value);
};

/** Checks of the fields of ServerAccess, for the shape of what has them. */
export const SERVER_ACCESS = {
  headers: optional(recordOf(isText)),
  secretHeaders: optional(listOf(isText)),
  authorization: optional(isAuthorization),
  tls: optional(shape({
    ca: optional(isText), certificate: optional(isText), key: optional(isText),
    isUnchecked: optional(isFlag), serverName: optional(isText),
  } satisfies Checks<ServerTls>)),
} satisfies Checks<ServerAccess>;

export const isServerSecrets = shape({
  password: optional(isText),
  headers: optional(recordOf(isText)),
  passphrase: optional(isText),
} satisfies Checks<ServerSecrets>);

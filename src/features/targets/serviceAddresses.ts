import { isCaptureError } from '../../common/captureError';
import type { ServerSecrets } from '../../http/serverAccess';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { typedAddresses } from '../../live/targets/typedAddresses';

/** Why a text is not addresses; undefined if it is. */
export function problemOf(text: string): string | undefined {
  try {
    typedAddresses(text);
    return undefined;
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    return error.message;
  }
}

interface Addressed {
  readonly target: ServiceTarget;
  readonly secrets: ServerSecrets;
}

/** The service with the addresses that the user typed, and with the credentials in them. Throws like typedAddresses. */
export function withAddresses({ target, secrets }: Addressed, text: string): Addressed {
  const { addresses, credentials } = typedAddresses(text);
  if (!credentials) return { target: { ...target, addresses }, secrets };
  const { user, password } = credentials;
  const authorization = { kind: 'basic', user } as const;
  return { target: { ...target, addresses, authorization }, secrets: { ...secrets, password } };
}

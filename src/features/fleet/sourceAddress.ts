import { isCaptureError } from '../../common/captureError';
import type { FleetKind } from '../../fleet/fleetSource';
import { type TypedSource, typedSource } from '../../fleet/typedSource';
import type { Edited, SavedServer } from '../targets/editServer';

/** Why a text is not the address of a store of this kind; undefined if it is. */
export function problemOfSource(kind: FleetKind, text: string): string | undefined {
  try {
    typedSource(kind, text);
    return undefined;
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    return error.message;
  }
}

/** A server with the address that was typed, and the user and password that stood in it. */
export function withAddress<T extends SavedServer & { readonly address: string }>(
  { target, secrets }: Edited<T>,
  { address, credentials }: TypedSource,
): Edited<T> {
  if (!credentials) return { target: { ...target, address }, secrets };
  const { user, password } = credentials;
  return { target: { ...target, address, authorization: { kind: 'basic', user } }, secrets: { ...secrets, password } };
}

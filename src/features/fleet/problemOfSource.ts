import { isCaptureError } from '../../common/captureError';
import type { FleetKind } from '../../fleet/fleetSource';
import { typedSource } from '../../fleet/typedSource';

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

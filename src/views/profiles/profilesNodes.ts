import type { CaptureRecord, StoredProfile } from '../../captures/disk/captureStore';
import type { Capture } from '../../captures/loadedCapture';
import type { CaptureGroup } from '../../captures/captureGroups';

/** A capture, one of its profiles, or an open profile file. */
export type ProfilesNode =
  | { readonly kind: 'capture'; readonly record: CaptureRecord }
  | { readonly kind: 'profile'; readonly record: CaptureRecord; readonly profile: StoredProfile }
  | { readonly kind: 'file'; readonly capture: Capture };

/** A row of the list. */
export type ListNode =
  | ProfilesNode
  | { readonly kind: 'group'; readonly group: CaptureGroup }
  /** Captures that a newer version of Linecost stored. */
  | { readonly kind: 'newer'; readonly count: number };

/** The captures, profiles and files of rows. A group is replaced by its captures. */
export function profilesOf(nodes: readonly ListNode[]): ProfilesNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'newer') return [];
    return node.kind === 'group' ? captureNodes(node.group) : [node];
  });
}

/** The capture of a row; for a group, its newest capture; undefined for a file, or if VS Code passes no row. */
export function recordOf(node: ListNode | undefined): CaptureRecord | undefined {
  if (node === undefined || node.kind === 'file' || node.kind === 'newer') return undefined;
  return node.kind === 'group' ? node.group.records[0] : node.record;
}

/** The id of the node's capture. */
export function captureIdOf(node: ProfilesNode): string {
  return node.kind === 'file' ? node.capture.id : node.record.id;
}

export function captureNodes({ records }: CaptureGroup): ProfilesNode[] {
  return records.map((record) => ({ kind: 'capture', record }));
}

import { buildCallTree, type CallTree } from '../profile/callTree';
import { filesNamed, filesOf } from '../profile/files';
import { flameWindow, frameSource } from '../profile/flameWindow';
import { functionCosts, topFunctions } from '../profile/functionCosts';
import { LineCosts } from '../profile/lineCosts';
import { lineDetail } from '../profile/lineDetail';
import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/profileTotal';
import type { FileCosts, FlameView, FlameWindow, FrameSource, FunctionCost, LineDetail } from '../profile/reports';
import type { ProfileSummary } from './queries';

/** One profile with the reports made of it so far; each is made when first asked for. */
export class LoadedReports {
  private readonly lineCosts: (sampleType: number) => LineCosts;
  private readonly functionCosts: (sampleType: number) => ReturnType<typeof functionCosts>;
  private tree: { readonly key: string; readonly tree: CallTree } | undefined;

  constructor(private readonly profile: Profile) {
    this.lineCosts = once((sampleType) => new LineCosts(profile, sampleType));
    this.functionCosts = once((sampleType) => functionCosts(profile, sampleType));
  }

  summary(): Omit<ProfileSummary, 'id'> {
    const { sampleTypes, defaultSampleType, sampleCount, functions, timeNanos, durationNanos } = this.profile;
    const totals = sampleTypes.map((_, sampleType) => profileTotal(this.profile, sampleType));
    const functionCount = functions.count;
    return { sampleTypes, defaultSampleType, totals, sampleCount, functionCount, timeNanos, durationNanos };
  }

  files(): readonly string[] {
    return filesOf(this.profile);
  }

  filesNamed(basename: string): readonly string[] {
    return filesNamed(this.profile, basename);
  }

  fileCosts(sampleType: number, files: readonly string[]): FileCosts[] {
    const costs = this.lineCosts(sampleType);
    return files.map((file) => costs.fileCosts(file));
  }

  lineDetail(line: { sampleType: number; file: string; line: number; limit: number }): LineDetail | undefined {
    return lineDetail(this.profile, line);
  }

  flame(sampleType: number, view: FlameView): FlameWindow {
    return flameWindow(this.callTree(sampleType, view.from), view);
  }

  frameSource(sampleType: number, from: FlameView['from'], frame: number): FrameSource | undefined {
    return frameSource(this.callTree(sampleType, from), frame);
  }

  top(sampleType: number, order: 'flat' | 'cum', limit: number): readonly FunctionCost[] {
    return topFunctions(this.functionCosts(sampleType), { order, limit });
  }

  /** A tree of a large profile is large: the one in view is kept. */
  private callTree(sampleType: number, from: FlameView['from']): CallTree {
    const key = JSON.stringify([sampleType, from ?? null]);
    if (this.tree?.key !== key) this.tree = { key, tree: buildCallTree(this.profile, sampleType, from) };
    return this.tree.tree;
  }
}

function once<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

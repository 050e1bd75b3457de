import type * as vscode from 'vscode';
import { typeText } from '../profile/kindWords';
import type { Baseline, Viewed } from '../session';

const CAPTURE = 'linecost.activeRun';
const FILE = 'linecost.activeFile';
const FILE_SAMPLE_TYPES = 'linecost.fileSampleTypes';
const BASELINE = 'linecost.baseline';
const FILES_KEPT = 50;

/** A capture that is held, by its run's id, with the profile of it and the sample type that were last shown. */
export interface RememberedCapture {
  readonly id: string;
  readonly profile: string;
  readonly sampleType: string;
}

/** What profiles are compared with, by its run's id. */
export interface RememberedBaseline extends Pick<Baseline, 'mode' | 'normalize' | 'totals' | 'chosenFor'> {
  readonly id: string;
}

/** What is remembered over a window reload: the capture held, the profile file that was active, the baseline, … */
export class ActiveMemory {
  constructor(private readonly memento: vscode.Memento) {}

  get capture(): RememberedCapture | undefined {
    return this.memento.get<RememberedCapture>(CAPTURE);
  }

  /** The address of the profile file that was active; undefined where a capture was, or nothing. */
  get file(): string | undefined {
    return this.memento.get<string>(FILE);
  }

  sampleTypeOf(file: string): string | undefined {
    return this.fileSampleTypes().get(file);
  }

  get baseline(): RememberedBaseline | undefined {
    return this.memento.get<RememberedBaseline>(BASELINE);
  }

  keepBaseline(baseline: Baseline | undefined): void {
    if (!baseline) return void this.memento.update(BASELINE, undefined);
    const { run: { id }, mode, normalize, totals, chosenFor } = baseline;
    const remembered: RememberedBaseline = { id, mode, normalize, totals, chosenFor };
    void this.memento.update(BASELINE, remembered);
  }

  keepCapture(active: Viewed | undefined): void {
    const capture: RememberedCapture | undefined = active && {
      id: active.run.id,
      profile: active.profile.label,
      sampleType: typeName(active),
    };
    void this.memento.update(CAPTURE, capture);
  }

  keepFile(active: Viewed | undefined): void {
    const file = active?.run.id;
    if (file !== this.file) void this.memento.update(FILE, file);
    if (!active || file === undefined || this.sampleTypeOf(file) === typeName(active)) return;
    const others = [...this.fileSampleTypes()].filter(([known]) => known !== file);
    void this.memento.update(FILE_SAMPLE_TYPES, [[file, typeName(active)], ...others].slice(0, FILES_KEPT));
  }

  private fileSampleTypes(): ReadonlyMap<string, string> {
    return new Map(this.memento.get<readonly [string, string][]>(FILE_SAMPLE_TYPES, []));
  }
}

function typeName({ profile: { summary }, sampleType }: Viewed): string {
  return typeText(summary.sampleTypes, sampleType);
}

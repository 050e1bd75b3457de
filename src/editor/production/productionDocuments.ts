import type * as vscode from 'vscode';
import type { Active } from '../../captures/session';
import type { QueryEngine } from '../../engine/client';
import type { FileCosts } from '../../profile/answers/lines';
import { splitLines } from '../../profile/common/textLines';
import { lineMapFromLines } from '../../sources/lineMatching/matchLines';
import { LineMap } from '../../sources/lineMatching/lineMap';
import { pathOf } from '../../ui/fileUri';
import { type CostLine, CostsByLine, mergeCosts } from '../columns/costsByLine';
import type { FindProfileFiles } from '../columns/costQuestions';

/** What production's lines cost, beside the capture that is shown. */
export interface ProductionView {
  /** Of a profile that no view shows. */
  readonly active: Active;
  /** `checkout · cpu · last 24 h`. */
  readonly title: string;
}

/** The costs of a document's lines in production. */
export interface ProductionDocument {
  readonly costs: FileCosts;
  /** The cost of a line (1-based) of the current text; undefined if it is in no function with samples. */
  lineAt(line: number): CostLine | undefined;
  /** Lines of the current text with a cost. */
  lines(): CostLine[];
}

interface AskedDocument {
  readonly asked: Promise<FileCosts | undefined>;
  /** That the costs are taken to be of: what was deployed, else what the document had at first. */
  readonly text: string;
}

/**
 * Where the costs of production are in the text of today. Costs are of the text that was deployed, if the capture has
 * it, else of the text of the document.
 */
export class ProductionDocuments {
  private readonly costs = new Map<string, AskedDocument>();
  private view: ProductionView | undefined;

  constructor(private readonly engine: QueryEngine, private readonly findFiles: FindProfileFiles) {}

  /** undefined if the document is not in the profile. Throws EngineError. */
  async of(document: vscode.TextDocument, view: ProductionView): Promise<ProductionDocument | undefined> {
    const { asked, text } = this.costsOf(document, view);
    const costs = await asked;
    return costs && costs.lines.length > 0 ? arranged(costs, text, document) : undefined;
  }

  private costsOf(document: vscode.TextDocument, view: ProductionView): AskedDocument {
    if (view !== this.view) this.costs.clear();
    this.view = view;
    const key = document.uri.toString();
    const known = this.costs.get(key);
    if (known) return known;
    const deployed = view.active.capture.sources.get(pathOf(document.uri));
    const made = { asked: this.ask(document, view.active), text: deployed ?? document.getText() };
    this.costs.set(key, made);
    made.asked.catch(() => this.costs.delete(key));
    return made;
  }

  private async ask(document: vscode.TextDocument, active: Active): Promise<FileCosts | undefined> {
    const files = await this.findFiles(active, document);
    if (files.length === 0) return undefined;
    const { queryId: profile, sampleType } = active;
    return mergeCosts(await this.engine.ask('fileCosts', { profile, sampleType, files }));
  }
}

function arranged(costs: FileCosts, text: string, document: vscode.TextDocument): ProductionDocument {
  const nowText = document.getText();
  const [captured, now] = [splitLines(text), splitLines(nowText)];
  const map = text === nowText ? LineMap.unchanged : lineMapFromLines(captured, now);
  const byLine = new CostsByLine(costs, captured);
  const lineAt = (line: number): CostLine | undefined => byLine.costNow(line, map);
  const lines = (): CostLine[] => [...costs.lines].flatMap((each) => {
    const line = map.toCurrent(each);
    return line === undefined || line > now.length ? [] : (lineAt(line) ?? []);
  });
  return { costs, lineAt, lines };
}

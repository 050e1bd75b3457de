import type { Steps } from '../../profile/common/guard';
import { csvReport } from './csvReport';
import { both, parseFilter } from './filter';
import { judge, type Verdict } from './failOver';
import type { Projection } from './projection';
import { Projections } from './projections';
import { BenchmarkReader } from './reader';
import { QueryError } from './queryTokens';
import { TableBuilder, type Levels } from './tableBuilder';
import type { Tables } from './tables';
import { textReport } from './textReport';
import { UnitMetadata } from './unitMetadata';

/** The flags of benchstat. */
export interface BenchstatOptions extends Levels {
  readonly table: string;
  readonly row: string;
  readonly col: string;
  readonly ignore: string;
  readonly filter: string;
  /** `text` or `csv` */
  readonly format: string;
}

/** An invalid flag value. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Reads and compares benchmark results, and prints what golang.org/x/perf/cmd/benchstat prints. */
export class Benchstat {
  private readonly units = new UnitMetadata();
  private readonly builder: TableBuilder;
  private readonly reader: BenchmarkReader;

  /**
   * @param warn called for each malformed or contradictory line, and for each warning about a CSV cell
   * @throws OptionError for the first invalid option, in benchstat's order of checks
   */
  constructor(private readonly options: BenchstatOptions, private readonly warn: (message: string) => void) {
    const filter = inOption('-filter', () => parseFilter(options.filter));
    const projections = new Projections();
    const parse = (option: 'table' | 'row' | 'col' | 'ignore'): Projection =>
      inOption(`-${option}`, () => projections.parse(options[option]));
    const [table, row, column] = [parse('table'), parse('row'), parse('col')];
    parse('ignore');
    table.addUnitField();
    checkLevel('-alpha', options.alpha);
    checkLevel('-confidence', options.confidence);
    if (options.format !== 'text' && options.format !== 'csv') throw new OptionError('-format must be text or csv');
    const includes = both(projections.filter, filter);
    this.builder = new TableBuilder({ table, row, column, residue: projections.residue() }, includes);
    this.reader = new BenchmarkReader(this.units, {
      take: (result) => this.builder.add(result),
      warn,
    });
  }

  /**
   * Reads the results of a file.
   * @param path the file's name in messages
   * @param label the value of `.file`
   * @throws InputError if a line is too long
   */
  read(bytes: Uint8Array, path: string, label: string): void {
    this.reader.read(bytes, path, label);
  }

  /** Like `read`, in steps. */
  reading(text: string, path: string, label: string): Steps<void> {
    return this.reader.reading(text, path, label);
  }

  /** The tables of all results read so far, in steps. */
  building(): Steps<Tables> {
    return this.builder.building(this.units, this.options);
  }

  /** 1 if more of a unit is better, -1 if less is, 0 if unknown. */
  better(unit: string): -1 | 0 | 1 {
    return this.units.better(unit);
  }

  /**
   * The text of all results read so far, and whether any of them regressed.
   * @param limit the largest regression that passes, in percent; undefined for no verdict
   */
  report(limit?: number): { readonly text: string; readonly verdict: Verdict | undefined } {
    const tables = this.builder.tables(this.units, this.options);
    const text = this.options.format === 'csv' ? csvReport(tables, this.warn) : textReport(tables);
    return { text, verdict: limit === undefined ? undefined : judge(tables, this.units, limit) };
  }
}

function inOption<T>(option: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw cause instanceof QueryError ? new OptionError(`parsing ${option}: ${cause.message}`) : cause;
  }
}

function checkLevel(option: string, level: number): void {
  if (level < 0 || level > 1) throw new OptionError(`${option} must be in range [0, 1]`);
}

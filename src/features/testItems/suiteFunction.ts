import { findTestFunctions } from '../../go/code/findTests';

/** The test function of a file that runs a testify suite: `suite.Run(t, new(CartSuite))`. undefined if none does. */
export function suiteFunction(text: string, type: string): string | undefined {
  if (!text.includes('suite.Run(')) return undefined;
  const lines = text.split('\n');
  const runs = (line: string) => {
    const at = line.indexOf('suite.Run(');
    return at >= 0 && line.slice(at).split(/[^\p{L}\p{Nd}_]+/u).includes(type);
  };
  return findTestFunctions(text).find(({ kind, line, endLine }) => {
    return kind === 'test' && lines.slice(line - 1, endLine).some(runs);
  })?.name;
}

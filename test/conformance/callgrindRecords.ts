/**
 * The records of a callgrind file: one line per node and per call, with names and addresses expanded. In the file these
 * are relative to earlier records, so that the order of nodes changes their text.
 */
export function callgrindRecords(text: string): string[] {
  const lines = text.split('\n');
  const records = lines.slice(0, 2);
  const names = { ob: new Map<string, string>(), file: new Map<string, string>(), function: new Map<string, string>() };
  let object = '';
  let file = '';
  let name = '';
  let called = '';
  let previous = 0n;
  let node = 0n;
  for (const line of lines.slice(2)) {
    const [, key, value = ''] = /^(ob|fl|fn|cfl|cfn|calls)=(.*)$/.exec(line) ?? [];
    if (key === 'ob') object = written(names.ob, value);
    else if (key === 'fl') file = written(names.file, value);
    else if (key === 'fn') name = written(names.function, value);
    else if (key === 'cfl') called = written(names.file, value);
    else if (key === 'cfn') called += ` ${written(names.function, value).replace(/ \[\d+\/(\d+)\]$/, ' [of $1]')}`;
    else if (key === 'calls') called += ` ${callee(value, previous)}`;
    else if (line.startsWith('* * ')) records.push(`${object} ${file} ${name} ${node} calls ${called} ${line.slice(4)}`);
    else if (line !== '') {
      const [address = '', ...rest] = line.split(' ');
      // The addresses of a node's calls, like its own, are relative to the previous node.
      previous = records.length === 2 ? 0n : node;
      node = absolute(address, previous);
      records.push(`${object} ${file} ${name} ${node} ${rest.join(' ')}`);
    }
  }
  return records;
}

function callee(value: string, previous: bigint): string {
  const [, address = '', line = ''] = value.split(' ');
  return `${absolute(address, previous)} ${line}`;
}

function absolute(address: string, previous: bigint): bigint {
  if (address === '*') return previous;
  return address.startsWith('0x') ? BigInt(address) : BigInt.asUintN(64, previous + BigInt(address));
}

/** `(3) main` at first, and `(3)` from then on. */
function written(names: Map<string, string>, value: string): string {
  const [, number = '', name = ''] = /^\((\d+)\)(?: (.*))?$/.exec(value) ?? [];
  if (name !== '') names.set(number, name);
  return names.get(number) ?? '';
}

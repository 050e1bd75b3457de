/**
 * The records of a callgrind file: one line per node and per call, with full names and absolute addresses. In the file
 * itself, names and addresses refer to earlier records, so the text of a record depends on the order of nodes.
 */
export function callgrindRecords(text: string): string[] {
  const lines = text.split('\n');
  const records = lines.slice(0, 2);
  const names = { ob: new Map<string, string>(), file: new Map<string, string>(), function: new Map<string, string>() };
  let object = '';
  let file = '';
  let name = '';
  let call = '';
  let previous = 0n;
  let node = 0n;
  for (const line of lines.slice(2)) {
    const [, key, value = ''] = /^(ob|fl|fn|cfl|cfn|calls)=(.*)$/.exec(line) ?? [];
    if (key === 'ob') object = expandName(names.ob, value);
    else if (key === 'fl') file = expandName(names.file, value);
    else if (key === 'fn') name = expandName(names.function, value);
    else if (key === 'cfl') call = expandName(names.file, value);
    else if (key === 'cfn') call += ` ${expandName(names.function, value).replace(/ \[\d+\/(\d+)\]$/, ' [of $1]')}`;
    else if (key === 'calls') call += ` ${calleePosition(value, previous)}`;
    else if (line.startsWith('* * ')) records.push(`${object} ${file} ${name} ${node} calls ${call} ${line.slice(4)}`);
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

function calleePosition(value: string, previous: bigint): string {
  const [, address = '', line = ''] = value.split(' ');
  return `${absolute(address, previous)} ${line}`;
}

function absolute(address: string, previous: bigint): bigint {
  if (address === '*') return previous;
  return address.startsWith('0x') ? BigInt(address) : BigInt.asUintN(64, previous + BigInt(address));
}

/** Returns `main` for `(3) main`, and for a later `(3)`, which refers to it. */
function expandName(names: Map<string, string>, value: string): string {
  const [, number = '', name = ''] = /^\((\d+)\)(?: (.*))?$/.exec(value) ?? [];
  if (name !== '') names.set(number, name);
  return names.get(number) ?? '';
}

/** What JSON is made of; a broken string or number ends the match before it. */
const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

/** The line where a text stops being JSON; that of its end if a part is missing there. In linear time. */
export function brokenJsonLine(text: string): number {
  TOKEN.lastIndex = 0;
  /** The brackets that are open. */
  const open: string[] = [];
  /** What may follow: a value, a key, the mark of a key, or what comes after a value. */
  let next: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'after' = 'value';
  let end = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [, mark, quoted] = token;
    const isValue = next === 'value' || next === 'valueOrEnd';
    const isEnd = (mark === '}' && (next === 'keyOrEnd' || next === 'after') && open.at(-1) === '{')
      || (mark === ']' && (next === 'valueOrEnd' || next === 'after') && open.at(-1) === '[');
    if (isEnd) [, next] = [open.pop(), 'after'];
    else if (isValue && mark === '{') [, next] = [open.push(mark), 'keyOrEnd'];
    else if (isValue && mark === '[') [, next] = [open.push(mark), 'valueOrEnd'];
    else if (isValue && mark === undefined) next = 'after';
    else if (quoted !== undefined && (next === 'key' || next === 'keyOrEnd')) next = 'colon';
    else if (mark === ':' && next === 'colon') next = 'value';
    else if (mark === ',' && next === 'after' && open.length > 0) next = open.at(-1) === '{' ? 'key' : 'value';
    else break;
    end = TOKEN.lastIndex;
  }
  const broken = end + /^\s*/.exec(text.slice(end))![0].length;
  return text.slice(0, broken).split('\n').length;
}

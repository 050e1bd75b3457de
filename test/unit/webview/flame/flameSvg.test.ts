import assert from 'node:assert/strict';
import test from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import { FrameColors } from '../../../../webview/flame/frameColors';
import { readFrames } from '../../../../webview/flame/flameFrames';
import { flameSvg } from '../../../../webview/flame/flameSvg';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const VIEW: FlameRequest = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search: '' };

function svgOf(picture: string, view: Partial<FlameRequest> = {}): string {
  const fullView = { ...VIEW, ...view };
  const colors = new FrameColors();
  const frames = readFrames(answer(drawnProfile(picture), 1, fullView), fullView.width);
  const toneOf = (name: string) => colors.toneOf(name);
  return flameSvg({ frames, width: fullView.width, toneOf, caption: 'BenchmarkCart · cpu', remarks: ['cpu (nanoseconds)', 'total 100ns'] });
}

interface Box {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
  readonly look: string;
}

/** The boxes of the frames in an SVG, by the first line of their titles. */
function boxesOf(svg: string): Map<string, Box> {
  const matches = [...svg.matchAll(/<g><title>(.*?)<\/title><rect class="(.*?)" x="(.*?)" y="(.*?)" width="(.*?)".*?<\/g>/gs)];
  return new Map(matches.map(([group, title = '', look = '', x, y, width]) => {
    const label = /<text[^>]*>(.*?)<\/text>/.exec(group)?.[1] ?? '';
    return [title.split('\n')[0]!, { title, look, x: Number(x), y: Number(y), width: Number(width), label }];
  }));
}

const SHOP = `
all 0
  main.main 10 /src/main.go:3
    main.work 30 /src/main.go:9
      json.Parse 40 /go/src/json/parse.go:77 inlined
    log.Print 20 /go/src/log/log.go:5`;

test('frames have the same positions as in the page', () => {
  const boxes = boxesOf(svgOf(SHOP));
  const positions = [...boxes].map(([name, { x, y, width }]) => `${name} ${x} ${y} ${width}`);
  assert.deepEqual(positions, [
    'all 0 0 1000', 'main.main 0 18 1000', 'main.work 0 36 700', 'log.Print 700 36 200', 'json.Parse 0 54 400',
  ]);
});

test('the title of a frame has the same figures as the details in the page', () => {
  const boxes = boxesOf(svgOf(SHOP));
  assert.equal(
    boxes.get('json.Parse')?.title,
    'json.Parse\n/go/src/json/parse.go:77\nflat 40\u202fns, flat % 40\u202f%, cum 40\u202fns, cum % 40\u202f%, of caller 57\u202f%\ninlined',
  );
});

test('a frame of few samples is pale and says how many it rests on', () => {
  const boxes = boxesOf(svgOf('all 0\n  main.main 10\n    main.work 3'));
  const [main, work] = [boxes.get('main.main')!, boxes.get('main.work')!];
  assert.match(main.look, /^frame plain-/);
  assert.match(work.look, /^frame few-/);
  assert.match(work.title, /^rests on 3 samples: mostly chance$/m);
  assert.doesNotMatch(main.title, /samples/);
});

test('the picture has a caption that names the profile, and the remarks', () => {
  const svg = svgOf(SHOP);
  assert.match(svg, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /role="img" aria-labelledby="caption remarks"/);
  assert.match(svg, /<title id="caption">Flame graph: BenchmarkCart · cpu<\/title>/);
  assert.match(svg, /<text class="faint"[^>]*>cpu \(nanoseconds\) · total 100ns<\/text>/);
});

test('colors are plain sRGB, for light and dark backgrounds', () => {
  const svg = svgOf(SHOP);
  const [light = '', dark = ''] = /<style>(.*?)<\/style>/s.exec(svg)![1]!.split('@media (prefers-color-scheme: dark)');
  const toneClass = boxesOf(svg).get('main.work')!.look.split(' ')[1]!;
  const fillIn = (rules: string) => new RegExp(`\\.${toneClass} \\{ fill: (#[0-9a-f]{6}); \\}`).exec(rules)?.[1];
  assert.match(fillIn(light) ?? '', /^#[a-f]/);
  assert.match(fillIn(dark) ?? '', /^#[0-7]/);
  assert.doesNotMatch(svg, /oklch|var\(|<script|href/);
});

test('names are escaped, and characters that XML forbids are replaced', () => {
  const svg = svgOf('all 0\n  <script>alert("1")</script>&amp;\u0007\ud800 5 <&>.go:1');
  assert.ok(svg.includes('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;amp;\ufffd\ufffd'));
  assert.doesNotMatch(svg, /<script/);
});

test('labels shrink with their frames, and narrow frames have none', () => {
  const picture = 'all 0\n  example.com/a/b/wide.Function 900\n  example.com/a/b/narrow.Function 55\n  c.F 5';
  const boxes = boxesOf(svgOf(picture));
  assert.equal(boxes.get('example.com/a/b/wide.Function')?.label, 'wide.Function');
  assert.equal(boxes.get('example.com/a/b/narrow.Function')?.label, 'Functi…');
  assert.equal(boxes.get('c.F')?.label, '');
});

test('in the sandwich view, callers are above the function, each as wide as its share', () => {
  const picture = 'all 0\n  main 0\n    left 0\n      f 30\n        x 20\n    right 0\n      f 50';
  const boxes = boxesOf(svgOf(picture, { from: 'f', callers: true }));
  assert.deepEqual(['left', 'right', 'f', 'x'].map((name) => boxes.get(name)!.y), [18, 18, 36, 54]);
  assert.deepEqual(['left', 'right', 'f', 'x'].map((name) => boxes.get(name)!.width), [500, 500, 1000, 200]);
});

test('search matches and ancestors of a zoomed frame have their own classes', () => {
  const searched = boxesOf(svgOf(SHOP, { search: 'log' }));
  assert.match(searched.get('log.Print')!.look, /matched/);
  assert.match(searched.get('main.work')!.look, /dimmed/);
  const { window } = readFrames(answer(drawnProfile(SHOP), 1, VIEW), 1000);
  const root = window.id[[...window.name].findIndex((index) => window.names[index] === 'main.work')]!;
  const zoomed = boxesOf(svgOf(SHOP, { root }));
  assert.match(zoomed.get('main.main')!.look, /ancestor/);
  assert.match(zoomed.get('main.work')!.look, /plain/);
});

test('in a difference, the net changes of frames are marked, decreases are striped, and labels have signs', () => {
  const svg = svgOf('all 0\n  a.Main 0\n    a.Faster -60\n    a.Slower 40');
  const net = (kind: string) => [...svg.matchAll(new RegExp(`<rect class="net ${kind}" x="(.*?)" y=".*?" width="(.*?)"`, 'g'))]
    .map(([, x, width]) => `${x} ${width}`);
  assert.deepEqual(net('grown'), ['600.5 399']);
  assert.deepEqual(net('shrunk'), ['0.5 199', '0.5 199', '0.5 599']);
  assert.match(svg, /<pattern id="stripes"/);
  assert.equal(boxesOf(svg).get('a.Slower')?.label, '+ a.Slower');
});

test('frames too small to show share one box with their number', () => {
  const many = Array.from({ length: 40 }, (_, i) => `  s${i} 1`).join('\n');
  const title = [...boxesOf(svgOf(`all 0\n  wide 2000\n${many}`, { minWidth: 5 })).keys()].find((name) => /smaller/.test(name));
  assert.equal(title, '40 smaller frames');
});

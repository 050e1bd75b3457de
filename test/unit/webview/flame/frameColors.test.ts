import assert from 'node:assert/strict';
import test from 'node:test';
import { FrameColors, originOf } from '../../../../webview/flame/frameColors';

test('the functions of a package have the same color on every page', () => {
  const [first, second] = [new FrameColors(), new FrameColors()];
  const names = ['example.com/a.F', 'example.com/b.(*T).M', 'main.main', 'net/http.Serve', 'runtime.mallocgc'];
  assert.deepEqual(names.map((name) => first.cssColor(name)), names.map((name) => second.cssColor(name)));
  assert.equal(first.cssColor('example.com/a.(*T[x/y.Z]).M'), first.cssColor('example.com/a.F'));
});

test('packages that share a long prefix have different colors', () => {
  const colors = new FrameColors();
  const serviceColors = Array.from({ length: 15 }, (_, i) => colors.cssColor(`github.com/acme/shop/internal/service${i}.F`));
  assert.equal(new Set(serviceColors).size, 15);
});

test('the runtime, the standard library and other code are distinguished', () => {
  assert.equal(originOf('runtime'), 'runtime');
  assert.equal(originOf('runtime/pprof'), 'runtime');
  assert.equal(originOf(''), 'runtime');
  assert.equal(originOf('encoding/json'), 'standard');
  assert.equal(originOf('main'), 'code');
  assert.equal(originOf('golang.org/x/net/http2'), 'code');
});

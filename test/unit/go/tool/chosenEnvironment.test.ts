import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoEnvironment } from '../../../../src/go/captureTypes';
import {
  type ChosenEnvironment, chosenText, isStorable, needsBuild, parseChosen, replacedText, withChosen,
} from '../../../../src/go/tool/chosenEnvironment';

const GO: GoEnvironment = {
  goBinary: '/go/bin/go', env: { PATH: '/bin', GOROOT: '/go', GOGC: '50' }, buildFlags: ['-tags=integration', '-trimpath'], testArgs: ['-cpu=2', '-short'],
};

function chosen(text: string): ChosenEnvironment {
  const parsed = parseChosen(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

test('variables of the runtime and of the program are of its runs, others and flags need a build', () => {
  const isBuilt = (text: string) => needsBuild(chosen(text));
  assert.deepEqual(['GOGC=off', 'GOMEMLIMIT=512MiB GODEBUG=a=1,b=0', 'GOMAXPROCS=1', 'MY_CACHE=off', '-cpu=4'].map(isBuilt), [false, false, false, false, false]);
  assert.deepEqual(['GOAMD64=v3', 'GOEXPERIMENT=x', 'CGO_ENABLED=0', 'CC=clang', '-race', '-pgo=off', '-tags a', 'GOTOOLCHAIN=go1.25.4'].map(isBuilt), Array.from({ length: 8 }, () => true));
});

test('a value may be quoted, and that of a flag may be the next word', () => {
  assert.deepEqual(chosen('-ldflags "-X a=b" GOFLAGS="-mod=mod -a"'), {
    words: ['-ldflags', '-X a=b', 'GOFLAGS=-mod=mod -a'],
    runVariables: {}, buildVariables: { GOFLAGS: '-mod=mod -a' }, buildFlags: ['-ldflags=-X a=b'], testArgs: [],
  });
});

test('an entry that is not valid is answered with one sentence', () => {
  const sentences = new Map(Object.entries({
    '': 'Enter variables or flags, such as GOGC=off or -race.',
    'race': '"race" is neither NAME=value nor a flag: enter variables or flags, such as GOGC=off or -race.',
    '-rase': 'go test has no flag -rase.',
    '-tags': 'The flag -tags needs a value: -tags=…',
    '-bench=x': 'Linecost sets -bench itself: leave the flag out.',
    '-count=3': '-count says how to measure, not what: click options… above the benchmark to change it.',
    '-cpu=1,2': 'Choose one number of processors: -cpu=1.',
    '-exec=x': 'Programs cannot run in turns with -exec: leave the flag out.',
    'GOGC=on': 'GOGC is off or a whole number, such as GOGC=200.',
    'GOMEMLIMIT=1GB': 'GOMEMLIMIT is off or a size, such as GOMEMLIMIT=512MiB.',
    'GOMAXPROCS=0': 'GOMAXPROCS is a whole number from 1, such as GOMAXPROCS=1.',
    'GOAMD64=v5': 'GOAMD64 is v1, v2, v3 or v4.',
    'GODEBUG=': 'GODEBUG is a list of settings, such as GODEBUG=madvdontneed=1.',
    'GOOS=plan9': 'A program for another system cannot run here: leave GOOS out.',
    'GOTOOLCHAIN=auto': 'GOTOOLCHAIN is the version of an installed toolchain, such as GOTOOLCHAIN=go1.26.8.',
  }));
  for (const [text, sentence] of sentences) assert.equal(parseChosen(text), sentence);
});

test('what the settings say holds, except for chosen flags; build tags are added', () => {
  const go = withChosen(GO, chosen('GOGC=off GOAMD64=v3 -tags=purego -cpu=1 -race'));
  assert.deepEqual(go.buildFlags, ['-trimpath', '-race', '-tags=integration,purego']);
  assert.deepEqual(go.testArgs, ['-short', '-cpu=1']);
  assert.deepEqual(go.env, { ...GO.env, GOAMD64: 'v3' }, 'GOGC is a variable of the runs alone');
});

test('another toolchain runs without the GOROOT of the settings, and does not switch to a third one', () => {
  const { goBinary, env } = withChosen(GO, chosen('GOTOOLCHAIN=go1.25.4'), '/sdk/bin/go');
  assert.deepEqual([goBinary, env.GOROOT, env.GOTOOLCHAIN], ['/sdk/bin/go', undefined, 'local']);
});

test('both sides are named by what differs', () => {
  const values = new Map([['GOGC', '100'], ['GOMAXPROCS', '2']]);
  const namesOf = (text: string) => {
    const settings = { go: GO, goVersion: 'go1.26.8', valueOf: (name: string) => values.get(name) };
    return [chosenText(chosen(text)), replacedText(chosen(text), settings)];
  };
  assert.deepEqual(namesOf('GOGC=off'), ['GOGC=off', 'GOGC=100']);
  assert.deepEqual(namesOf('GOMAXPROCS=1 GODEBUG=a=1'), ['GOMAXPROCS=1 GODEBUG=a=1', 'GOMAXPROCS=2 GODEBUG not set']);
  assert.deepEqual(namesOf('-race'), ['-race', 'without -race']);
  assert.deepEqual(namesOf('-cpu=1'), ['-cpu=1', '-cpu=2']);
  assert.deepEqual(namesOf('-pgo=../cmd/default.pgo'), ['-pgo=default.pgo', '-pgo=auto']);
  assert.deepEqual(namesOf('-tags=purego'), ['-tags=purego', 'without -tags=purego']);
  assert.deepEqual(namesOf('GOTOOLCHAIN=go1.25.4'), ['Go 1.25.4', 'Go 1.26.8']);
});

test('values that may be secrets are neither named nor stored, on either side', () => {
  const secret = chosen('DB_URL=postgres://a:b@test GOGC=off');
  const valueOf = (name: string) => (name === 'GOGC' ? '100' : 'postgres://a:b@production');
  const settings = { go: GO, goVersion: 'go1.26.8', valueOf };
  assert.equal(chosenText(secret), 'DB_URL=… GOGC=off');
  assert.equal(replacedText(secret, settings), 'DB_URL of the settings GOGC=100');
  assert.deepEqual([isStorable(secret), isStorable(chosen('GOGC=off -race'))], [false, true]);
});

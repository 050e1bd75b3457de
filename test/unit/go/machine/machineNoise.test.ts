import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockJump, machineFacts, noiseSentence } from '../../../../src/go/machine/machineNoise';

test('a quiet machine has no noise sentence', () => {
  assert.equal(noiseSentence({ load: 0.7, cores: 2 }), undefined);
  assert.equal(noiseSentence({ cores: 2 }), undefined);
  assert.equal(noiseSentence({ load: 1, cores: 8, governor: 'schedutil', turbo: true, isOnBattery: false }), undefined);
  assert.equal(noiseSentence({ load: 1, cores: 8, governor: 'powersave', driver: 'intel_pstate' }), undefined);
});

test('one sentence names every cause of unreliable figures', () => {
  const busy = noiseSentence({ load: 1.6, cores: 2 });
  assert.equal(busy, 'Figures measured on this machine may be off: it was busy in the minute before the measurement (load 1.6 on 2 cores).');
  const all = noiseSentence({ load: 1, cores: 1, governor: 'powersave', driver: 'acpi-cpufreq', isOnBattery: true });
  assert.equal(all, 'Figures measured on this machine may be off: it was busy in the minute before the measurement (load 1.0 on 1 core), ' +
    'the governor powersave holds its frequency down and it runs on battery.');
});

test('the known facts of a machine are listed', () => {
  assert.deepEqual(machineFacts({ cores: 4 }), ['4 cores']);
  const known = { load: 0.42, cores: 8, governor: 'schedutil', driver: 'acpi-cpufreq', turbo: true, isOnBattery: false };
  assert.deepEqual(machineFacts(known), ['load 0.4 on 8 cores', 'governor schedutil (acpi-cpufreq)', 'turbo on', 'on AC power']);
});

test('a changed clock or a sleep of the machine is detected, and a small clock correction is not', () => {
  for (const [wall, jumped] of [[60_000, false], [61_500, false], [3_660_000, true], [-3_600_000, true]] as const) {
    const times = { wall: [1000, 1000 + wall], steady: [5, 60_005] };
    const jump = new ClockJump(() => times.wall.shift()!, () => times.steady.shift()!);
    assert.equal(jump.hasJumped(), jumped, String(wall));
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readMachineState } from '../../../../src/go/machine/machineState';

const FREQUENCY = 'devices/system/cpu/cpu0/cpufreq';

/** Reads the state of a machine whose /sys has the files. */
function read(context: TestContext, files: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') {
  const sys = mkdtempSync(join(tmpdir(), 'linecost-sys-'));
  context.after(() => rmSync(sys, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(sys, path)), { recursive: true });
    writeFileSync(join(sys, path), `${text}\n`);
  }
  return readMachineState({ sys, platform, load: () => 1.5, cores: () => 4 });
}

test('the state of a laptop on battery has its governor, turbo and power source', async (context) => {
  const state = await read(context, {
    [`${FREQUENCY}/scaling_governor`]: 'powersave',
    [`${FREQUENCY}/scaling_driver`]: 'intel_pstate',
    'devices/system/cpu/intel_pstate/no_turbo': '0',
    'class/power_supply/BAT0/type': 'Battery',
    'class/power_supply/BAT0/status': 'Discharging',
    'class/power_supply/AC/type': 'Mains',
  });
  const frequency = { governor: 'powersave', driver: 'intel_pstate', turbo: true };
  assert.deepEqual(state, { load: 1.5, cores: 4, ...frequency, isOnBattery: true });
});

test('a machine with a charging battery, or with the battery of a mouse, does not run on battery', async (context) => {
  const state = await read(context, {
    'class/power_supply/BAT0/type': 'Battery',
    'class/power_supply/BAT0/status': 'Charging',
    'class/power_supply/mouse/type': 'Battery',
    'class/power_supply/mouse/scope': 'Device',
    'class/power_supply/mouse/status': 'Discharging',
    'devices/system/cpu/cpufreq/boost': '0',
  });
  assert.deepEqual([state.isOnBattery, state.turbo], [false, false]);
});

test('facts that the system does not provide are left out', async (context) => {
  const { governor, turbo, isOnBattery } = await read(context, {});
  assert.deepEqual([governor, turbo, isOnBattery], [undefined, undefined, undefined]);
  assert.deepEqual(await read(context, {}, 'win32'), { load: undefined, cores: 4 });
  assert.deepEqual(await read(context, {}, 'darwin'), { load: 1.5, cores: 4 });
});

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { leakedGoroutines } from '../../../src/goroutines/leakedGoroutines';
import { fetchLeaks } from '../../../src/live/leaksRequest';
import { finish } from '../../../src/profile/common/guard';
import { withWorld } from '../capture/module';

const SERVICE = `package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
)

func handle() {
	answer := make(chan int)
	go func() { answer <- 1 }()
}

func main() {
	for i := 0; i < 9; i++ {
		handle()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	panic(http.Serve(l, nil))
}
`;

for (const [experiment, what] of [['goroutineleakprofile', 'has the goroutines that it leaks'], ['', 'says how it is built for that']] as const) {
  test(`a real service that was built ${experiment === '' ? 'without' : 'with'} the search for leaks ${what}`, async (t) => {
    await withWorld({ 'go.mod': 'module example.com/service\n\ngo 1.20\n', 'main.go': SERVICE }, async ({ root, go }) => {
      const program = join(root, 'service');
      const env = { ...go.env, GOEXPERIMENT: experiment };
      try {
        execFileSync('go', ['build', '-o', program, '.'], { cwd: root, env, stdio: 'pipe' });
      } catch (error) {
        // Releases before 1.26 do not know the experiment.
        if (String(error).includes('unknown GOEXPERIMENT')) return t.skip('this Go does not find leaks');
        throw error;
      }
      const child = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const [address] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
        const asked = fetchLeaks(new URL(`http://${address.trim()}/debug/pprof/`), new AbortController().signal);
        if (experiment === '') return await assert.rejects(asked, /does not look for leaked goroutines: build it with Go 1\.27/);
        const { count, text } = await asked;
        assert.equal(count, 9);
        assert.equal(finish(leakedGoroutines(text)).match(/^main\.handle\.func1\(\)$/gm)?.length, 9);
      } finally {
        child.kill('SIGKILL');
      }
    });
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pprofTop, run, type World, withOneProgram, withWorld } from './module';

/** Each function allocates under a name of its own. The suite runs its methods as testify's suite.Run does. */
const FILES = {
  'go.mod': 'module example.com/cases\n\ngo 1.21\n',
  'a_test.go': `package cases

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

var sink []byte

//go:noinline
func small() { sink = make([]byte, 10<<20) }

//go:noinline
func large() { sink = make([]byte, 20<<20) }

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
	}{{"small one", small}, {"large (1+1)", large}, {"small one", large}} {
		t.Run(c.name, func(t *testing.T) { t.Run("inner", func(t *testing.T) { c.f() }) })
	}
}

func Example_small() {
	small()
	fmt.Println("done")
	// Output: done
}

func FuzzSeeds(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) {
		if n == 1 {
			small()
		} else {
			large()
		}
	})
}

type CartSuite struct{}

func (s *CartSuite) TestAdd(t *testing.T)    { small() }
func (s *CartSuite) TestRemove(t *testing.T) { large() }

func TestCart(t *testing.T) {
	suite := reflect.ValueOf(new(CartSuite))
	for i := 0; i < suite.NumMethod(); i++ {
		name := suite.Type().Method(i).Name
		if strings.HasPrefix(name, "Test") {
			t.Run(name, func(t *testing.T) { suite.Method(i).Call([]reflect.Value{reflect.ValueOf(t)}) })
		}
	}
}
`,
};

async function allocating(world: World, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await withOneProgram(world, async (runTarget) => {
    for (const name of names) {
      const { profiles } = await runTarget(name, { kinds: ['memory'], memProfileRate: 1 });
      const top = pprofTop(world.temp, profiles[0].bytes, '-sample_index=alloc_space');
      found.push(['small', 'large'].filter((each) => new RegExp(`cases\\.${each}\\b`).test(top)).join(' '));
    }
  });
  return found;
}

test('a case of a table test, an example, a seed of a fuzz test and a method of a suite are profiled alone', () =>
  withWorld(FILES, async (world) => {
    const wanted = {
      TestTable: 'small large',
      'TestTable/small_one': 'small',
      'TestTable/large_(1+1)': 'large',
      'TestTable/small_one#01': 'large',
      'TestTable/large_(1+1)/inner': 'large',
      Example_small: 'small',
      FuzzSeeds: 'small large',
      'FuzzSeeds/seed#0': 'small',
      'FuzzSeeds/seed#1': 'large',
      'TestCart/TestAdd': 'small',
      'TestCart/TestRemove': 'large',
    };
    assert.deepEqual(await allocating(world, Object.keys(wanted)), Object.values(wanted));
  }));

test('a case that is gone is named in the failure', () =>
  withWorld(FILES, async (world) => {
    const message = 'TestTable has run no case gone/inner: was it renamed? Profile TestTable for all of its cases.';
    await assert.rejects(run(world, 'TestTable/gone/inner'), { message });
    await assert.rejects(run(world, 'FuzzSeeds/seed#9'), { message: /^FuzzSeeds has run no case seed#9/ });
  }));

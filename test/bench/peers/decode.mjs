import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

// decode.mjs PEER PROFILE [FILE]: decodes a profile once, in this fresh process, and prints the resources used as JSON.
// FILE is the code or the descriptor that the peer's own tool makes from proto/profile.proto.
const require = createRequire(import.meta.url);

const decoders = {
  'gunzip': async () => () => ({ count: 0, last: 0 }),
  'pprof-format': async () => {
    const { Profile } = require('pprof-format');
    return (bytes) => summary(Profile.decode(bytes));
  },
  'protobufjs static': async (file) => {
    const { perftools } = require(file);
    return (bytes) => summary(perftools.profiles.Profile.decode(bytes));
  },
  'protobufjs static, numbers': async (file) => {
    const { util, configure } = require('protobufjs/minimal');
    util.Long = null;
    configure();
    const { perftools } = require(file);
    return (bytes) => summary(perftools.profiles.Profile.decode(bytes));
  },
  '@bufbuild/protobuf': async (file) => {
    const { createFileRegistry, fromBinary } = await import('@bufbuild/protobuf');
    const { FileDescriptorSetSchema } = await import('@bufbuild/protobuf/wkt');
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
    const schema = registry.getMessage('perftools.profiles.Profile');
    return (bytes) => summary(fromBinary(schema, bytes));
  },
};

const [peer, profile, file] = process.argv.slice(2);
const decode = await decoders[peer](file);
const start = performance.now();
const bytes = gunzipSync(readFileSync(profile));
const unpacked = performance.now();
const { count, last } = decode(bytes);
const end = performance.now();
console.log(JSON.stringify({ bytes: bytes.length, unpackMs: unpacked - start, decodeMs: end - unpacked, count, last }));

/** The number of samples, and the sum of the last sample type. All decoders must agree on both. */
function summary({ sample }) {
  const last = sample.reduce((sum, { value }) => sum + Number(value[value.length - 1]), 0);
  return { count: sample.length, last };
}

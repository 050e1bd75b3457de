import { writeFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';

// descriptor.mjs PROTO FILE: the file descriptors that protoc would make, for @bufbuild/protobuf, without protoc.
const [proto, file] = process.argv.slice(2);
const set = protobuf.loadSync(proto).resolveAll().toDescriptor('proto3');
for (const { package: home, messageType } of set.file) {
  for (const field of messageType.flatMap((message) => message.field)) {
    // protoc writes whole names; a short one means nothing to a registry
    if (field.typeName && !field.typeName.startsWith('.')) {
      field.typeName = `.${home}.${field.typeName}`;
    }
  }
}
writeFileSync(file, descriptor.FileDescriptorSet.encode(set).finish());

import { writeFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';

// descriptor.mjs PROTO FILE: writes the file descriptors that protoc would write, for @bufbuild/protobuf.
const [proto, file] = process.argv.slice(2);
const set = protobuf.loadSync(proto).resolveAll().toDescriptor('proto3');
for (const { package: packageName, messageType } of set.file) {
  for (const field of messageType.flatMap((message) => message.field)) {
    // A registry needs full names, as protoc writes them.
    if (field.typeName && !field.typeName.startsWith('.')) {
      field.typeName = `.${packageName}.${field.typeName}`;
    }
  }
}
writeFileSync(file, descriptor.FileDescriptorSet.encode(set).finish());

// Package wire writes and reads just enough of the protobuf wire format for profile.proto.
package wire

import (
	"encoding/binary"
	"errors"
)

// ErrCutOff means that a message ends within a field.
var ErrCutOff = errors.New("the message is cut off")

// A Message is an encoded message, to which its methods append fields.
type Message []byte

// Varint appends a field of an integer type; zero is left out, as proto3 does.
func (m *Message) Varint(field int, value int64) {
	if value == 0 {
		return
	}
	*m = binary.AppendUvarint(*m, uint64(field)<<3)
	*m = binary.AppendUvarint(*m, uint64(value))
}

// Bytes appends a field of a string or message type.
func (m *Message) Bytes(field int, value []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|2)
	*m = binary.AppendUvarint(*m, uint64(len(value)))
	*m = append(*m, value...)
}

// Packed appends a repeated field of an integer type. It uses space as a buffer and returns it, perhaps enlarged.
func Packed[T int64 | uint64](m *Message, field int, values []T, space []byte) []byte {
	space = space[:0]
	for _, value := range values {
		space = binary.AppendUvarint(space, uint64(value))
	}
	m.Bytes(field, space)
	return space
}

// Fields calls visit for every field of a message, with the field's number, all its bytes, and the bytes of its value
// without the length.
func Fields(message []byte, visit func(field int, whole, content []byte) error) error {
	for len(message) > 0 {
		tag, size := binary.Uvarint(message)
		if size <= 0 {
			return ErrCutOff
		}
		end, start := size, size
		switch tag & 7 {
		case 0:
			_, length := binary.Uvarint(message[size:])
			if length <= 0 {
				return ErrCutOff
			}
			end += length
		case 1:
			end += 8
		case 2:
			length, prefix := binary.Uvarint(message[size:])
			if prefix <= 0 || length > uint64(len(message)) {
				return ErrCutOff
			}
			start = size + prefix
			end = start + int(length)
		case 5:
			end += 4
		default:
			return errors.New("unexpected wire type")
		}
		if end > len(message) {
			return ErrCutOff
		}
		if err := visit(int(tag>>3), message[:end], message[start:end]); err != nil {
			return err
		}
		message = message[end:]
	}
	return nil
}

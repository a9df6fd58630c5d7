import zlib from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * Chunk size for compressed answers (bytes). The compressor's context lives until a full garbage collection, together with its chunk and
 * everything that shares the chunk's memory. With Node's defaults that was 33 KB per page of a list, and a full collection every two or
 * three hundred pages.
 */
const pieceBytes = 2_048
/** How much memory small buffers share (bytes). Node's 64 KB would keep neighbouring answers alive too. */
const sharedBytes = 8_192

const inPieces =
  <Options extends object>(compress: (input: zlib.InputType, options: Options) => Buffer) =>
  (input: zlib.InputType, options: Options): Buffer =>
    compress(input, { ...options, chunkSize: pieceBytes })

/** How answers are compressed. */
export const compression = (): FastifyCompressOptions => {
  Buffer.poolSize = sharedBytes
  return {
    threshold: 2_048,
    // Answers up to this size (bytes), such as a page of a list, are compressed without a stream, which would cost more than the
    // compression.
    syncThreshold: 65_536,
    // Clients have no need to compress requests, and decompressing them invites abuse.
    globalDecompression: false,
    zlib: {
      ...zlib,
      gzipSync: inPieces(zlib.gzipSync),
      brotliCompressSync: inPieces(zlib.brotliCompressSync),
      zstdCompressSync: inPieces(zlib.zstdCompressSync),
    },
  }
}

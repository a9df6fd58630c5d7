import zlib from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * What a short answer is compressed into, piece by piece (bytes). Its context lives until all garbage is collected, and with it this piece and all that
 * shares its memory: 33 KB of each page of a list with the defaults of Node, so that all garbage was collected after two or three hundred pages.
 */
const pieceBytes = 2_048
/** How much memory small buffers share. Node's 64 KB hold the answer of the next list as well. */
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
    // A stream for each answer costs more than compressing a page of a list, which is within this (bytes).
    syncThreshold: 65_536,
    // Clients have no need to compress what they send, and decompressing invites abuse.
    globalDecompression: false,
    zlib: {
      ...zlib,
      gzipSync: inPieces(zlib.gzipSync),
      brotliCompressSync: inPieces(zlib.brotliCompressSync),
      zstdCompressSync: inPieces(zlib.zstdCompressSync),
    },
  }
}

/** How many bytes identify a file's format. */
export const headBytes = 512

/** The first bytes of well-known formats, or the bytes at an offset. */
const marks: readonly (readonly [bytes: string, at?: number])[] = [
  // Archives and compressed files, which may unpack to any size. None is ever unpacked.
  ['PK'],
  ['\x1f\x8b'],
  ['BZh'],
  ['\xfd7zXZ\0'],
  ['7z\xbc\xaf\x27\x1c'],
  ['Rar!\x1a\x07'],
  ['\x28\xb5\x2f\xfd'],
  ['ustar', 257],
  ['MSCF'],
  ['xar!'],
  // Programs and packages for computers and phones.
  ['MZ'],
  ['#!'],
  ['\xca\xfe\xba\xbe'],
  ['!<arch>'],
  ['\xed\xab\xee\xdb'],
  // Documents, images, audio and video.
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['{\\rtf'],
  ['RIFF'],
  ['OggS'],
  ['fLaC'],
  ['II*\0'],
  ['MM\0*'],
  ['wOFF'],
  ['SQLite format 3\0'],
  ['\xef\xbb\xbf'],
]

/** Markup, whatever encoding the rest is in. */
const markup = /^\s*<(?:!doctype|html|head|body|script|svg|\?xml)\b/i
/** Text in UTF-16 that starts with ASCII characters. */
// oxlint-disable-next-line no-control-regex -- the zeros are what this looks for
const utf16 = /^(?:\xff\xfe[\t-~]\0[\t-~]\0|\xfe\xff\0[\t-~]\0[\t-~])/

/** Whether a file's first bytes show a format that no device runs as firmware. */
export const isKnownFormat = (head: Buffer): boolean => {
  const text = head.toString('latin1')
  return markup.test(text) || utf16.test(text) || marks.some(([bytes, at = 0]) => text.startsWith(bytes, at))
}

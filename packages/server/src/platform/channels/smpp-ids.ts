/** Longer ones are no numbers. */
const maxDigits = 20

/**
 * A message centre's id, however it is written: some use capital letters or leading zeros only in the answer, or only in the receipt.
 */
export const plainId = (id: string): string => {
  const plain = id.replaceAll('\0', '').trim().toLowerCase()
  return /^(0x)?[0-9a-f]+$/.test(plain) ? plain.replace(/^0x/, '').replace(/^0+(?=.)/, '') : plain
}

/** The same number in the other notation: many centres name a message in hexadecimal when they accept it, and in decimal in its receipt, or the other way round. */
export const otherNotations = (plain: string): string[] => {
  if (plain.length > maxDigits || !/^[0-9a-f]+$/.test(plain)) return []
  const fromHexadecimal = BigInt(`0x${plain}`).toString()
  return /^\d+$/.test(plain) ? [BigInt(plain).toString(16), fromHexadecimal].filter((each) => each !== plain) : [fromHexadecimal]
}

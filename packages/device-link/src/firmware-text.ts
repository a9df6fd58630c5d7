/** The text that is signed for a firmware file (UTF-8, Ed25519). It names model, hardware and file, so that a signature is valid for no other. */
export const firmwareText = (file: {
  model: string
  hardware: string
  version: string
  size: number
  sha256: string
}): string => {
  const { model, hardware, version, size, sha256 } = file
  return `emberwatch-firmware-v1\n${model}\n${hardware}\n${version}\n${size}\n${sha256}`
}

/** The text that the previous key signs to hand over to a new one. `publicKey`: the 32 raw bytes in base64. */
export const firmwareKeyText = (publicKey: string): string => {
  return `emberwatch-key-v1\n${publicKey}`
}

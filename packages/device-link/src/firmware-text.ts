/** What a firmware file is signed for, as UTF-8 (Ed25519): a signature of one model, hardware and file is none of any other. */
export function firmwareText(file: { model: string; hardware: string; version: string; size: number; sha256: string }): string {
  const { model, hardware, version, size, sha256 } = file
  return `emberwatch-firmware-v1\n${model}\n${hardware}\n${version}\n${size}\n${sha256}`
}

/** What the key before signs for a new one. `publicKey`: its 32 bytes in base64. */
export function firmwareKeyText(publicKey: string): string {
  return `emberwatch-key-v1\n${publicKey}`
}

/** Copies a text to the clipboard. Returns whether the browser allowed it. Without https only the older API works. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const before = document.activeElement
    const field = document.createElement('textarea')
    field.value = text
    field.readOnly = true
    field.className = 'ew-visually-hidden'
    // Inside the open dialog, if any: nothing outside it may take the focus.
    ;(before?.closest('[role=dialog]') ?? document.body).append(field)
    field.select()
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
    const copied = document.execCommand('copy')
    field.remove()
    if (before instanceof HTMLElement) before.focus()
    return copied
  }
}

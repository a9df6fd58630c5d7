/**
 * A text that changes while it is on the screen. The key makes React replace the element instead of changing its text: a browser that
 * translates pages has put its own elements in place of the text, and would go on showing the old one. What must never be out of date
 * has `translate="no"` around it as well.
 */
export const LiveText = ({ children }: { children: string | number }) => <span key={children}>{children}</span>

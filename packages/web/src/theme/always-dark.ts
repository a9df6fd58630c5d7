import { createContext, use, type CSSProperties } from 'react'
import { useMode } from './mode.ts'
import { dark } from './palette.ts'

/** Set around what is dark whatever the user's choice. */
export const AlwaysDark = createContext(false)

/** Whether what is drawn here is dark. */
export const useDark = (): boolean => {
  const chosen = useMode((state) => state.dark)
  return use(AlwaysDark) || chosen
}

/** The dark palette as CSS variables, for the element around what is always dark. */
export const darkVariables = {
  colorScheme: 'dark',
  ...Object.fromEntries(Object.entries(dark).map(([name, value]) => [`--ew-${name}`, value])),
} as CSSProperties

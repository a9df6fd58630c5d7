import { create } from 'zustand'
import { dark, light } from './palette.ts'
import { motion, tokens } from './tokens.ts'
import { browserStore } from '../storage.ts'

export type Mode = 'system' | 'light' | 'dark'

const storageKey = 'ew.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

const storedMode = (): Mode => {
  const stored = browserStore.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const isDark = (mode: Mode): boolean => (mode === 'system' ? system.matches : mode === 'dark')

/** Light or dark: the user's choice, else the system's. */
export const useMode = create<{ mode: Mode; dark: boolean }>(() => ({ mode: storedMode(), dark: isDark(storedMode()) }))

/** Writes the palette into CSS variables, for styles outside antd. */
const paint = (darkNow: boolean): void => {
  const root = document.documentElement
  root.dataset['theme'] = darkNow ? 'dark' : 'light'
  root.style.colorScheme = darkNow ? 'dark' : 'light'
  for (const [name, value] of Object.entries(darkNow ? dark : light)) root.style.setProperty(`--ew-${name}`, value)
}

export const chooseMode = (mode: Mode): void => {
  browserStore.setItem(storageKey, mode)
  useMode.setState({ mode, dark: isDark(mode) })
}

const setMotion = (): void => document.documentElement.style.setProperty('--ew-motion', `${still.matches ? 0 : motion}ms`)

/** Applies the theme now and whenever the choice or the system changes. */
export const startTheme = (): void => {
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(`--ew-${name}`, value)
  setMotion()
  paint(useMode.getState().dark)
  useMode.subscribe((state) => paint(state.dark))
  // Paper is white.
  addEventListener('beforeprint', () => useMode.setState({ dark: false }))
  addEventListener('afterprint', () => useMode.setState(({ mode }) => ({ dark: isDark(mode) })))
  still.addEventListener('change', setMotion)
  system.addEventListener('change', () => useMode.setState(({ mode }) => ({ dark: isDark(mode) })))
}

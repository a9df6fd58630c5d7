import type { Endpoint } from '@emberwatch/contract'
import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { create } from 'zustand'
import { sharedTexts } from '../i18n/i18n.ts'
import { currentLanguage } from '../i18n/language.ts'
import type { ConsoleTexts } from '@emberwatch/contract/texts/zh'

/** How what a drop-down offers is created: the form of its feature. */
export interface Creator {
  /** The calls of which the choices come. */
  readonly choices: readonly Endpoint[]
  readonly create: Endpoint
  /** What is created. */
  readonly subject: keyof ConsoleTexts['audit']['subjects']
  readonly Form: ComponentType<{ onClose: () => void }>
}

/** Declared above the features (creators.tsx), because the forms of features that refer to each other may not import each other. */
export const useCreators = create<{ readonly creators: readonly Creator[] }>(() => ({ creators: [] }))

/** Who waits for the row that a form creates. */
export const Awaited = createContext<{ readonly create: Endpoint; readonly onCreated: (id: number) => void } | null>(null)

/** Tells who waits for it that a form has created a row. */
export const useReportCreated = (): ((entry: Endpoint, output: unknown) => void) => {
  const awaited = use(Awaited)
  return (entry, output) => {
    const { id } = (output ?? {}) as { id?: number }
    if (awaited?.create.path === entry.path && id !== undefined) awaited.onCreated(id)
  }
}

/** Whether a form was opened from a field of another one. */
export const useIsInForm = (): boolean => use(Awaited) !== null

/** What is created, as part of a sentence. */
export const subjectName = (subject: Creator['subject']): string => {
  const name = sharedTexts().audit.subjects[subject]
  return currentLanguage() === 'en' ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

interface OnlyChoice {
  /** The choices, once they are known. */
  readonly only: number | undefined
  readonly value: unknown
  readonly onOnly: ((value: number) => void) | undefined
}

/** Presents the only possible choice of a field once, if nothing is chosen yet. */
export const useOnlyChoice = ({ only, value, onOnly }: OnlyChoice): void => {
  const take = useEffectEvent((chosen: number) => value === undefined && onOnly?.(chosen))
  useEffect(() => {
    if (only !== undefined) take(only)
  }, [only])
}

/** For a form whose answer contains what is shown only once (`dialog`): it is left when that has been read. */
export const useShownOnce = (dialog: ReactNode, onClose: () => void) => {
  const [made, setMade] = useState(false)
  const isMade = useRef(false)
  const isRead = made && !dialog
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (isRead) leave()
  }, [isRead])
  return {
    made,
    onMade: () => {
      isMade.current = true
      setMade(true)
    },
    /** A form closes itself after saving as well. */
    close: () => {
      if (!isMade.current) onClose()
    },
  }
}

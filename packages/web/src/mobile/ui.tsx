import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import { t } from './texts.ts'

interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  kind?: 'primary' | 'plain' | 'danger'
  type?: 'button' | 'submit'
  busy?: boolean
  /** Why the button is disabled, shown below it. */
  disabled?: string | false | undefined
}

export const Button = ({ children, onClick, kind = 'plain', type = 'button', busy = false, disabled = false }: ButtonProps) => {
  const id = useId()
  const reason = disabled === false || disabled === '' ? undefined : disabled
  return (
    <span className="m-button-box">
      <button
        type={type}
        className={`m-button m-${kind}`}
        aria-busy={busy}
        disabled={busy || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={onClick}
      >
        {children}
      </button>
      {reason !== undefined && (
        <small id={id} className="m-reason">
          {reason}
        </small>
      )}
    </span>
  )
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (ids: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A label, its field, and the field's error. */
const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId()
  const described = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className="m-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described })}
      {error !== undefined ? (
        <small id={`${id}-error`} role="alert" className="m-error">
          {error}
        </small>
      ) : (
        hint !== undefined && <small id={`${id}-hint`}>{hint}</small>
      )}
    </div>
  )
}

type Texted = Pick<FieldProps, 'label' | 'hint' | 'error'> & { value: string; onText: (value: string) => void }

export const TextField = ({
  label,
  hint,
  error,
  onText,
  ...input
}: Texted & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <input {...ids} {...input} onChange={(event) => onText(event.target.value)} />}
  </Field>
)

export const AreaField = ({
  label,
  hint,
  error,
  onText,
  ...area
}: Texted & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <textarea rows={3} {...ids} {...area} onChange={(event) => onText(event.target.value)} />}
  </Field>
)

interface ChoiceProps<V extends string> {
  label: string
  options: readonly { readonly value: V; readonly label: string }[]
  value: V | null
  onChoose: (value: V) => void
  error?: string | undefined
}

/** A choice among a few options, each a button large enough for gloves. */
export const Choice = <V extends string>({ label, options, value, onChoose, error }: ChoiceProps<V>) => {
  const name = useId()
  return (
    <fieldset className="m-choice" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={value === option.value} onChange={() => onChoose(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <small id={`${name}-error`} role="alert" className="m-error">
          {error}
        </small>
      )}
    </fieldset>
  )
}

export type Tone = 'neutral' | 'info' | 'normal' | 'fault' | 'fire' | 'danger'

export const Tag = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`m-tag m-tone-${tone}`}>{children}</span>
)

export const Notice = ({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) => (
  <div role="status" className={`m-notice m-tone-${tone}`}>
    {children}
  </div>
)

/** A dialog that opens from below, within reach of the thumb. */
export const Sheet = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="m-sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="m-close" aria-label={t.close} onClick={onClose}>
          ×
        </button>
      </header>
      <div className="m-sheet-body">{children}</div>
    </dialog>
  )
}

/** Scrolls to the error that keeps the open sheet from being saved, which may be far above the button. */
export const showProblem = (): void => {
  requestAnimationFrame(() =>
    document.querySelector('dialog[open] .m-sheet-body :is(.m-tone-fault, .m-error)')?.scrollIntoView({ block: 'center' }),
  )
}

/** A fact: name and value. Nothing is shown if the value is unknown. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === undefined || children === false || children === '' ? null : (
    <div className="m-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )

import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  error?: string | undefined
  hint?: string
  /** Next to the input: the captcha image, a show-password switch. */
  after?: ReactNode
}

/** A labelled input without antd: keeps the pages before sign-in light. */
export const PlainField = ({ label, error, hint, after, ...input }: PlainFieldProps) => {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="ew-field">
      <label htmlFor={id}>
        {label}
        {input.required && (
          <span aria-hidden className="ew-required">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="ew-field-row">
        <input {...input} id={id} aria-invalid={error !== undefined} {...(described ? { 'aria-describedby': described } : {})} />
        {after}
      </div>
      {hint && !error && (
        <small id={`${id}-hint`} className="ew-hint">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="ew-error" role="alert">
          <span aria-hidden>✕ </span>
          {error}
        </small>
      )}
    </div>
  )
}

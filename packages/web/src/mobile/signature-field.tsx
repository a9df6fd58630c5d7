import { useId, useRef, useState, type PointerEvent } from 'react'
import { forgetPhoto, Photo, keepPhoto } from './photo-field.tsx'
import { t } from './texts.ts'
import { Button } from './ui.tsx'

/** The drawing area (pixels). The page shows it as wide as the screen. */
const [width, height] = [900, 300]

interface SignatureFieldProps {
  label: string
  /** The drawing as stored on the phone (`local:<id>`). */
  signature: string | null
  onChange: (signature: string | null) => void
}

/** A signature by finger, pen or mouse, stored on the phone after each stroke, like a photo. */
export const SignatureField = ({ label, signature, onChange }: SignatureFieldProps) => {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [draws, setDraws] = useState(signature === null)
  const [problem, setProblem] = useState<string>()
  /** Number of strokes so far: storing an earlier one is then out of date. */
  const strokes = useRef(0)

  const pen = (): CanvasRenderingContext2D | null => canvas.current?.getContext('2d') ?? null
  const at = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box) return [0, 0]
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = pen()
    if (!context) return
    event.currentTarget.setPointerCapture(event.pointerId)
    strokes.current += 1
    // A JPEG has no transparency: transparent parts would become black.
    if (strokes.current === 1) {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
    }
    context.lineWidth = 5
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = '#111'
    context.beginPath()
    context.moveTo(...at(event))
    context.lineTo(...at(event))
    context.stroke()
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const context = pen()
    context?.lineTo(...at(event))
    context?.stroke()
  }
  const keep = async () => {
    const stroke = strokes.current
    const blob = await new Promise<Blob | null>((resolve) => {
      if (canvas.current) canvas.current.toBlob(resolve, 'image/png')
      else resolve(null)
    })
    if (!blob || stroke !== strokes.current) return
    try {
      const kept = await keepPhoto(blob)
      if (stroke !== strokes.current) return forgetPhoto(kept)
      if (signature !== null) forgetPhoto(signature)
      onChange(kept)
    } catch {
      setProblem(t.signature.notKept)
    }
  }
  const clear = () => {
    strokes.current = 0
    setDraws(true)
    setProblem(undefined)
    pen()?.clearRect(0, 0, width, height)
    if (signature !== null) forgetPhoto(signature)
    onChange(null)
  }

  return (
    <div className="m-field" role="group" aria-labelledby={id}>
      <span id={id} className="m-label">
        {label}
      </span>
      {draws ? (
        <canvas
          ref={canvas}
          className="m-signature"
          width={width}
          height={height}
          role="img"
          aria-label={t.signature.area}
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={() => void keep()}
          onPointerCancel={() => void keep()}
        />
      ) : (
        signature !== null && <Photo photo={signature} alt={label} />
      )}
      {signature !== null && <Button onClick={clear}>{t.signature.again}</Button>}
      {problem !== undefined && (
        <small role="alert" className="m-error">
          {problem}
        </small>
      )}
    </div>
  )
}

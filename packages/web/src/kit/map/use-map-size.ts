import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Size } from './projection.ts'

/** Text size of the console (px). */
const usualText = 14

/** An element and its current size. */
export const useMapSize = (): [RefObject<HTMLDivElement | null>, Size] => {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 640, height: 320 })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      const scale = Number.parseFloat(getComputedStyle(element).fontSize) / usualText
      const isSame = (old: Size) => old.width === width && old.height === height && old.scale === scale
      if (width > 0) setSize((old) => (isSame(old) ? old : { width, height, scale }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size]
}

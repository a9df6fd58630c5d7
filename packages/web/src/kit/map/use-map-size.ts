import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Size } from './projection.ts'

/** An element and its current size. */
export const useMapSize = (): [RefObject<HTMLDivElement | null>, Size] => {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 640, height: 320 })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0) setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size]
}

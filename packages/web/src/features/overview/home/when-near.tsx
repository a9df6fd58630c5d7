import { useEffect, useRef, useState, type ReactNode } from 'react'

interface WhenNearProps {
  /** Nothing is rendered before. */
  ready: boolean
  /** Kept free until then, so that what is below does not jump (px). */
  height: number
  children: ReactNode
}

/** Renders its content when it comes near the visible part of the page, and keeps it from then on. */
export const WhenNear = ({ ready, height, children }: WhenNearProps) => {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ready || near || !place.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: '150px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [ready, near])
  return near ? children : <div ref={place} style={{ minHeight: height }} />
}

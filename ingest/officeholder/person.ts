// People in office: a person's file of the Open States people repository, as its schema.md describes it.

import { z } from 'zod'

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
/** Treats absent and empty values alike. */
const optional = text.nullish().transform((value) => value || null)
const day = z
  .string()
  .regex(/^\d{4}(-\d{2}){0,2}$/)
  .nullish()
  .transform((value) => value ?? null)

const role = z.object({
  type: z.string(),
  jurisdiction: z.string(),
  district: optional,
  start_date: day,
  end_date: day,
})
export type Role = z.output<typeof role>

export const person = z.object({
  id: z.string().regex(/^ocd-person\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  name: z.string().min(1),
  given_name: optional,
  family_name: optional,
  email: optional,
  image: optional,
  party: z.array(z.object({ name: z.string(), end_date: day })).default([]),
  roles: z.array(role).default([]),
  offices: z
    .array(z.object({ classification: optional, address: optional, voice: optional, fax: optional }))
    .default([]),
  links: z.array(z.object({ url: z.string(), note: optional })).default([]),
  ids: z.record(z.string(), text).default({}),
  other_identifiers: z.array(z.object({ scheme: z.string(), identifier: text })).default([]),
  sources: z.array(z.object({ url: z.string() })).default([]),
})
export type Person = z.output<typeof person>

export function personId({ id }: Person): string {
  return id.slice('ocd-person/'.length)
}

/**
 * True if the role is held on the day. A role that ends on that day has ended. A year or month without a day ends with its last
 * day. A role without a start has begun.
 */
export function isCurrent({ start_date, end_date }: Role, on: string): boolean {
  return (start_date === null || start_date <= on) && (end_date === null || end_date.padEnd(10, '-99') > on)
}

/** A full date; null for a year or month alone. */
export function wholeDay(day: string | null): string | null {
  return day?.length === 10 ? day : null
}

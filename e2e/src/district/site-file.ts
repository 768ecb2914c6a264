import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { onTestFinished } from 'vitest'

const campuses = ['North', 'East', 'South', 'West']
const schools = ['Elementary School', 'Middle School', 'High School', 'Academy']
const buildings = ['Main Building', 'Science Wing', 'Gymnasium']
const roomCount = 132

/** The names of the sites from the top down, below the district. */
export type SitePath = readonly string[]

/** 200 sites in four levels: campuses, schools, buildings and rooms. Buildings and rooms have the same names everywhere. */
export function districtSites(): SitePath[] {
  const perCampus = campuses.map((campus) => [`${campus} Campus`])
  const perSchool = campuses.flatMap((campus) =>
    schools.map((school) => [`${campus} Campus`, `${campus} ${school}`]),
  )
  const perBuilding = perSchool.flatMap((school) => buildings.map((building) => [...school, building]))
  const rooms = Array.from({ length: roomCount }, (_, index) => [
    ...(perBuilding[index % perBuilding.length] ?? []),
    `Room ${1 + Math.floor(index / perBuilding.length)}`,
  ])
  return [...perCampus, ...perSchool, ...perBuilding, ...rooms]
}

/** Counts the sites below the one with this name. */
export const countBelow = (name: string): number =>
  districtSites().filter((path) => path.slice(0, -1).includes(name)).length

/** Writes the sites to a CSV file, as exported from a spreadsheet. It is removed after the test. */
export async function writeSiteFile(): Promise<string> {
  const folder = await makeTemporaryDirectory()
  onTestFinished(() => rm(folder, { recursive: true }))
  const lines = districtSites().map((path) => `${path.at(-1)};${path.slice(0, -1).join(' / ')}`)
  const file = join(folder, 'district.csv')
  await writeFile(file, `\uFEFF${['Name;Parent site', ...lines].join('\r\n')}\r\n`)
  return file
}

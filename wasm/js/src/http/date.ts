/**
 * HTTP-dates (RFC 9110 §5.6.7) → unix milliseconds: `core/src/http/date.rs`. By arithmetic of our own: `Date` takes
 * more than the three forms, and ends 10,000 years before the moments do.
 */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** From the first day of all on, which was a Thursday. */
const WEEKDAYS = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
const DAY = 86_400_000;

// Of fixed lengths, and anchored: as long for a hostile value as for a good one.
/** The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const IMF_FIXDATE = /^(?<weekday>\w{3}), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) GMT$/;
/** The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const RFC_850 = /^(?<weekday>\w{6,9}), (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) GMT$/;
/** The form of C's `asctime`: `Sun Nov  6 08:49:37 1994`. */
const ASCTIME = /^(?<weekday>\w{3}) (?<month>\w{3}) (?<day>[ \d]\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) (?<year>\d{4})$/;

/** The unix milliseconds that a date means, or `null`; `reference`, in the same, tells the century of a two-digit year. */
export function parseDate(value: string, reference: number | null): number | null {
  const date = (IMF_FIXDATE.exec(value) ?? RFC_850.exec(value) ?? ASCTIME.exec(value))?.groups;
  if (date === undefined) return null;
  const short = date.year!.length < 4;
  const year = short ? nearestYear(+date.year!, reference) : +date.year!;
  const month = MONTHS.indexOf(date.month!);
  const [day, hour, minute, second] = [+date.day!, +date.hour!, +date.minute!, +date.second!];
  const days = daysBefore(year, month) + day - 1;
  // Of a week that began before 1970, the place counts from the end: so `at` takes it.
  const weekday = WEEKDAYS.at(days % 7)!;
  const real =
    month >= 0 && day > 0 && days < daysBefore(year, month + 1) &&
    date.weekday === (short ? weekday : weekday.slice(0, 3)) && hour < 24 && minute < 60 && second < 61;
  return real ? days * DAY + ((hour * 60 + minute) * 60 + second) * 1000 : null;
}

/** How many days come before a month, from 1970 on. 12 is the January after. */
function daysBefore(year: number, month: number): number {
  // Of years that begin in March the leap day is the last, and the months are 31 and 30 days in turn but twice.
  const years = year + Math.floor((month - 2) / 12);
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((((month + 10) % 12) * 153 + 2) / 5) - 719_468;
}

/**
 * The one year with these last two digits that is less than 50 years before, or up to 50 years after the reference;
 * without one, of 1970 to 2069.
 */
function nearestYear(digits: number, reference: number | null): number {
  const latest = (reference === null ? 2019 : yearOf(reference)) + 50;
  return digits + Math.floor((latest - digits) / 100) * 100;
}

function yearOf(millis: number): number {
  // Years are not equally long: counted by their mean it is this one, or up to two too late.
  let year = Math.floor(millis / (365.2425 * DAY)) + 1971;
  while (daysBefore(year, 0) * DAY > millis) year--;
  return year;
}

//! The files of the page, under the only four names that stateright's server knows.

use super::Listing;

const INDEX: &str = include_str!("page/index.htm");
const STYLE: &str = concat!(include_str!("page/base.css"), include_str!("page/app.css"));
/// The script in parts, as there is only one name for it.
const SCRIPT: &str = concat!(
    include_str!("page/address.js"),
    include_str!("page/server.js"),
    include_str!("page/view.js"),
    include_str!("page/app.js"),
);
/// Where in the index the verdicts go.
const LISTING: &str = "{{listing}}";

/// Every file by its name. None is left out: stateright serves its own in the place of a missing one.
pub(super) fn files(listing: &Listing) -> serde_json::Result<[(&'static str, String); 4]> {
    Ok([
        ("index.htm", INDEX.replace(LISTING, &listing.json()?)),
        ("app.css", STYLE.to_string()),
        ("app.js", SCRIPT.to_string()),
        ("knockout-3.5.0.js", "// Not used.\n".to_string()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listing_is_part_of_the_index() {
        let listing = Listing {
            world: "one server".to_string(),
            findings: Vec::new(),
        };
        let [(_, index), ..] = files(&listing).unwrap();
        assert!(index.contains("\"world\":\"one server\""));
        assert!(!index.contains(LISTING));
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        for file in [INDEX, STYLE, SCRIPT] {
            assert!(!file.contains("//fonts") && !file.contains("https:"));
        }
    }
}
